// The question: its options with odds and advice, the dice that are typed, and the lines above and below them.

const byId = (id) => document.getElementById(id);
/** The options that are shown, the number typed so far, the answer that waits for a second tap, and the last pointer. */
const question = { options: [], typed: "", view: null, armed: null, pointer: "" };

/** Show the open question of a state. */
function showQuestion({ war, advice }) {
  byId("heading").textContent = war.heading;
  byId("help-line").textContent = war.dice && !war.dice.allowed ? war.dice.about : war.help;
  showAdvice(advice);
  question.view = { war, advice };
  question.typed = "";
  const dice = war.dice;
  byId("dice").hidden = !(dice && dice.allowed);
  if (dice) byId("dice-about").textContent = [dice.about, dice.allowed ? `Type the faces: ${dice.allowed}.` : ""].filter(Boolean).join(" ");
  showOptions();
}

/** Whether the options are numbers that can be drawn. */
const isDraw = () => Boolean(question.view.war.dice && !question.view.war.dice.allowed);

/** The adviser's choice, its reason and its doubts. */
function showAdvice({ status, opinion }) {
  const why = opinion && opinion.reason ? ` Why: ${opinion.reason}.` : "";
  byId("advice").textContent = opinion ? `${opinion.summary}.${why}` : status;
  byId("doubts").textContent = opinion ? opinion.doubts : "";
}

/** List the options that contain the letters of the filter. */
function showOptions() {
  const { war, advice } = question.view, letters = byId("letters").value.toLowerCase();
  const isNumber = isDraw() && /^\d+$/.test(letters);
  question.options = war.options.filter(([number, , label]) => (isNumber ? String(number).startsWith(letters) : label.toLowerCase().includes(letters)));
  byId("options").classList.toggle("drawn", isDraw());
  byId("options").replaceChildren(...question.options.map((option) => optionLine(option, advice.opinion)));
}

function optionLine([number, answer, label, meaning, isRisky], opinion) {
  const advised = opinion && opinion.choice === answer;
  const button = html("button", { type: "button", class: "option", "data-answer": answer, title: meaning },
    html("span", { class: "number-key", "aria-hidden": "true" }, number), html("span", { class: "label" }, label), opinionMarks(answer, opinion),
    html("span", { class: "star", "aria-hidden": "true" }, advised ? "\u2605" : ""), advised ? html("span", { class: "unseen" }, " (advised)") : null);
  if (isRisky) button.append(html("span", { class: "again" }, "Tap again to choose this."));
  button.classList.toggle("armed", question.armed === answer);
  button.addEventListener("click", (event) => (isRisky && isTouched(event) && question.armed !== answer ? arm(button) : request("take", { answer })));
  button.addEventListener("focus", () => showHint(meaning));
  return html("li", { class: advised ? "advised" : null }, button);
}

/** Whether a finger chose an option; the keyboard and a screen reader click without a pointer. */
const isTouched = (event) => event.detail > 0 && ["touch", "pen"].includes(event.pointerType || question.pointer);

/** Choose with a place of the mat: its only option, or else the keyboard goes to the first of several. */
function chooseOnMat({ target }) {
  const wanted = target.closest("[data-answers]")?.dataset.answers.split(" ") || [];
  const buttons = optionButtons().filter((button) => wanted.includes(button.dataset.answer));
  if (buttons.length === 1) buttons[0].click();
  else buttons[0]?.focus({ preventScroll: true });
}

/** Ask for a second tap on an option that gives something up. */
function arm(button) {
  question.armed = Number(button.dataset.answer);
  for (const other of optionButtons()) other.classList.toggle("armed", other === button);
  byId("said").textContent = button.querySelector(".again").textContent;
}

/** The probability of an option, and its difference to the adviser's choice. */
function opinionMarks(answer, opinion) {
  if (!opinion) return null;
  const chance = new Map(opinion.chances).get(answer), more = opinion.more.find(([action]) => action === answer);
  const share = opinion.chances.length ? html("span", { class: "chance" }, `${Math.round((chance || 0) * 100)} %`) : null;
  const { unit, digits } = opinion, sign = more && more[1] > 0 ? "+" : "";
  const error = more && more[2] ? ` \u00b1 ${more[2].toFixed(digits)}` : "";
  const points = more ? html("span", { class: "more" }, `${sign}${more[1].toFixed(digits)}${error} ${unit}`.trim()) : null;
  return html("span", { class: "opinion" }, share, points);
}

function showHint(words, isRefusal = false) {
  byId("hint").textContent = words;
  byId("hint").classList.toggle("refused", isRefusal);
}

/** Put the keyboard back on an option that was drawn again, and keep the message of the hint. */
function refocusOption(answer) {
  const hint = byId("hint"), words = [...hint.childNodes], isRefusal = hint.classList.contains("refused");
  optionButtons().find((button) => button.dataset.answer === answer)?.focus({ preventScroll: true });
  hint.replaceChildren(...words);
  hint.classList.toggle("refused", isRefusal);
}

/** Put the keyboard on the question, unless a dialog is open or something is typed. */
function focusQuestion() {
  if (document.querySelector("dialog[open]") || !byId("play").checkVisibility()) return;
  if (!byId("ended").hidden) byId("show-end").focus({ preventScroll: true });
  else if (!byId("dice").hidden) byId("faces").focus({ preventScroll: true });
  else if (!byId("filter").hidden) byId("letters").focus({ preventScroll: true });
  else (optionButtons().find((button, place) => !question.options[place][4]) || optionButtons()[0])?.focus({ preventScroll: true });
}

const optionButtons = () => [...byId("options").querySelectorAll("button")];

/** Go to another option, round the ends. */
function moveOption(by) {
  const buttons = optionButtons(), place = buttons.indexOf(document.activeElement);
  question.typed = "";
  if (buttons.length) buttons[(Math.max(place, by > 0 ? -1 : 0) + by + buttons.length) % buttons.length].focus();
}

/**
 * Go to the option with the number typed so far. A number that no option has leaves the keyboard on none, so that Enter takes
 * nothing. A digit after as many digits as the largest number has begins a new number.
 */
function typeNumber(digit) {
  const numbers = question.options.map(([number]) => String(number)), most = Math.max(1, ...numbers.map((one) => one.length));
  const number = question.typed.length >= most ? digit : question.typed + digit;
  question.typed = numbers.some((one) => one.startsWith(number)) ? number : "";
  if (numbers.includes(number)) {
    optionButtons()[numbers.indexOf(number)].focus();
    return;
  }
  byId("deciding").focus({ preventScroll: true });
  showHint(`There is no option ${number}.`, true);
}

/** Go to the adviser's choice. */
function followAdvice() {
  const { opinion, available } = question.view.advice;
  const button = opinion && optionButtons().find((one) => Number(one.dataset.answer) === opinion.choice);
  if (button) button.focus();
  else showHint(available ? "No advice yet." : "Nobody advises: start with --advise POLICY.", true);
}

/** Take the number that was typed, or the only option that is left. */
function takeDrawn() {
  const typed = byId("letters").value.trim(), exact = question.options.find(([number]) => String(number) === typed) || (question.options.length === 1 ? question.options[0] : null);
  if (exact) request("take", { answer: exact[1] });
  else showHint(question.options.length ? "Type the whole number, or more letters." : `${typed} cannot be drawn now.`, true);
}

function openFilter() {
  if (!question.options.length || !byId("dice").hidden) return;
  byId("filter").hidden = false;
  byId("letters").focus();
}

/** End the filter; `isKept` keeps the shorter list until the next question. */
function closeFilter(isKept) {
  byId("filter").hidden = true;
  if (!isKept || !question.options.length) byId("letters").value = "";
  showOptions();
  focusQuestion();
}

function connectQuestion() {
  document.addEventListener("pointerdown", (event) => { question.pointer = event.pointerType; }, true);
  byId("dice").addEventListener("submit", (event) => {
    event.preventDefault();
    request("roll", { typed: byId("faces").value });
  });
  byId("letters").addEventListener("input", showOptions);
  byId("letters").addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter" && isDraw()) takeDrawn();
    else if (event.key === "Enter") closeFilter(true);
    if (event.key === "Escape") closeFilter(false);
  });
}

// The exercises of a page: mat, question, explanation, and the answers that the browser keeps.

const byId = (id) => document.getElementById(id);
const SET = DATA.set, PROGRESS = `stuka_env exercises ${DATA.game} ${SET.digest}`;
/** The exercises with their texts and the parts of their mats, once the browser has unpacked them. */
let book = null;
/** The answers by the numbers of their exercises, the exercise that is shown, and the digits typed so far. */
const sitting = { answers: {}, shown: null, typed: "" };

/** The name of an exercise of the whole set on this page: its place. */
const placeOf = (exercise) => book.exercises.indexOf(exercise) + 1;
const answerTo = ({ number, answers }) => answers[sitting.answers[number]];
const isRight = (exercise) => answerTo(exercise)?.[0] === 0;
const selection = () => book.exercises.filter(({ theme }) => !byId("theme").value || theme === byId("theme").value);

// --- the progress ---

/** Read the answers; those to other exercises, and anything else that the browser kept, are left out. */
function readProgress() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(PROGRESS)) ?? {};
  } catch { /* the browser keeps nothing for this page */ }
  const known = book.exercises.filter(({ number, answers }) => Object.hasOwn(answers, kept[number]));
  sitting.answers = Object.fromEntries(known.map(({ number }) => [number, kept[number]]));
}

function keepProgress() {
  try {
    localStorage.setItem(PROGRESS, JSON.stringify(sitting.answers));
  } catch {
    byId("tally").textContent += " Your browser does not keep your answers.";
  }
}

/** The place of the exercise, its theme, and the results so far. */
function tallyWords({ theme }) {
  const ones = selection(), answered = ones.filter(answerTo), lost = answered.reduce((sum, one) => sum + answerTo(one)[0], 0);
  const results = answered.length ? ` ${answered.filter(isRight).length} of ${answered.length} right, ${lost.toFixed(SET.digits)} ${SET.unit} lost.` : "";
  return `Exercise ${ones.indexOf(sitting.shown) + 1} of ${ones.length}: ${SET.themes[theme]}.${results}`;
}

function drawStrip() {
  byId("strip").replaceChildren(...selection().map((exercise) => {
    const look = answerTo(exercise) ? (isRight(exercise) ? "right" : "wrong") : "", isShown = exercise === sitting.shown;
    const button = html("button", { type: "button", title: SET.themes[exercise.theme], "aria-current": isShown ? "true" : null },
      html("b", {}, placeOf(exercise)), html("small", { class: look }, { right: "\u2714\ufe0e", wrong: "\u2718\ufe0e" }[look]), look ? html("span", { class: "unseen" }, look) : null);
    button.addEventListener("click", () => show(exercise));
    return html("li", {}, button);
  }));
  byId("strip").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// --- an exercise ---

const sectionOf = ([title, lines]) => [html("h3", {}, title), html("ul", {}, lines.map((line) => html("li", {}, book.texts[line])))];

/** The cost of an option, after the answer. */
const costWords = (lost) => (lost === 0 ? "the best" : `\u2212${lost.toFixed(SET.digits)} ${SET.unit}`);

function optionItem(exercise, [number, action, label, meaning]) {
  const isAnswered = Boolean(answerTo(exercise)), [lost] = exercise.answers[action], isOwn = sitting.answers[exercise.number] === action;
  const button = html("button", { type: "button", class: "option", title: book.texts[meaning], disabled: isAnswered ? "" : null, "data-action": action },
    html("span", { class: "key", "aria-hidden": "true" }, number), html("span", { class: "label" }, book.texts[label]),
    isAnswered ? html("span", { class: "opinion" }, isOwn ? html("span", { class: "yours" }, "yours") : null, html("span", { class: "more" }, costWords(lost))) : null);
  button.addEventListener("click", () => take(action));
  return html("li", { class: isAnswered && lost === 0 ? "better" : isOwn ? "taken" : null }, button);
}

function drawMat(exercise) {
  const sheet = new SheetBook(book.sheets).changed([], exercise.sheet), figures = makeFigures(sheet);
  byId("mat").replaceChildren(html("p", { class: "mission" }, headOf(sheet)), ...figures.map(({ element }) => element));
  showSheet(figures, sheet);
}

function show(exercise) {
  const answer = answerTo(exercise), { texts } = book;
  if (!selection().includes(exercise)) byId("theme").value = "";
  if (exercise !== sitting.shown) drawMat(exercise);
  Object.assign(sitting, { shown: exercise, typed: "" });
  byId("about").textContent = texts[exercise.war];
  byId("heading").textContent = texts[exercise.heading];
  byId("help").textContent = texts[exercise.help];
  byId("options").replaceChildren(...exercise.options.map((option) => optionItem(exercise, option)));
  byId("answered").hidden = byId("explaining").hidden = !answer;
  byId("hint").hidden = Boolean(answer);
  byId("verdict").textContent = answer ? answer[1] : "";
  byId("answered").classList.toggle("right", isRight(exercise));
  byId("explanation").replaceChildren(...(answer ? answer[2].flatMap(sectionOf) : []));
  byId("tally").textContent = tallyWords(exercise);
  drawStrip();
  history.replaceState(null, "", `#${placeOf(exercise)}`);
}

function take(action) {
  sitting.answers[sitting.shown.number] = action;
  show(sitting.shown);
  keepProgress();
  byId("next").focus();
}

/** Show the next exercise of the theme without an answer, after the present one or from the beginning. */
function next() {
  const ones = selection(), after = ones.indexOf(sitting.shown) + 1;
  const open = [...ones.slice(after), ...ones.slice(0, after)].find((one) => !answerTo(one));
  if (open) show(open);
  else byId("verdict").textContent = "Every exercise of this theme has your answer. Choose another theme, or start again.";
  if (open) byId("deciding").focus({ preventScroll: true });
  toQuestion();
}

/** Show the top of the page, or the question at the top where its options would not fit below the rest. */
function toQuestion() {
  window.scrollTo(0, 0);
  if (byId("options").getBoundingClientRect().bottom > window.innerHeight) byId("deciding").scrollIntoView({ block: "start" });
}

function startAgain() {
  if (!Object.keys(sitting.answers).length || !confirm("Forget all answers on this page?")) return;
  sitting.answers = {};
  keepProgress();
  show(selection()[0]);
}

// --- the keys ---

/** Choose the option of a number. A digit that also begins another number waits for the next digit or for Enter. */
function typeNumber(digit) {
  const buttons = [...byId("options").querySelectorAll("button:enabled")], numbers = buttons.map((one) => one.querySelector(".key").textContent);
  const typed = numbers.some((one) => one.startsWith(sitting.typed + digit)) ? sitting.typed + digit : digit, fits = numbers.filter((one) => one.startsWith(typed));
  sitting.typed = fits.length > 1 ? typed : "";
  const button = buttons[numbers.indexOf(typed)];
  if (fits.length === 1) button?.click();
  else button?.focus();
}

function onKey(event) {
  if (hasModifier(event) || document.querySelector("dialog[open]") || event.target.matches("select")) return;
  const isFree = !event.target.matches("button, summary, a");
  if (/^\d$/.test(event.key)) typeNumber(event.key);
  else if (answerTo(sitting.shown) && (event.key === "n" || (event.key === "Enter" && isFree))) next();
  else return;
  event.preventDefault();
}

/** The exercise of the address, such as #12; else the first one without an answer. */
function ofAddress() {
  return book.exercises[Number(location.hash.slice(1)) - 1] ?? book.exercises.find((one) => !answerTo(one)) ?? book.exercises[0];
}

async function begin() {
  book = JSON.parse(await inflated(byId("exercises")));
  readProgress();
  const counts = Object.entries(SET.themes).map(([theme, words]) => [theme, words, book.exercises.filter((one) => one.theme === theme).length]);
  byId("theme").append(...[["", "All themes", book.exercises.length], ...counts].map(([value, words, count]) => html("option", { value }, `${words} (${count})`)));
  byId("theme").addEventListener("change", () => show(selection().find((one) => !answerTo(one)) ?? selection()[0]));
  byId("reset").addEventListener("click", startAgain);
  byId("next").addEventListener("click", next);
  document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); byId("deciding").focus(); });
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", () => show(ofAddress()));
  show(ofAddress());
  toQuestion();
  document.documentElement.dataset.ready = "yes";
}

begin();

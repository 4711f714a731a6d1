// The page as a whole: the mat, the journal, the commands and the keys.

const figures = makeFigures();
const missionLine = html("p", { class: "mission" });
const game = { state: null, shownVersion: 0, width: 0 };

/** The mat of a state, and the war as the drawings know it. */
function readMat(war) {
  return { mat: new Mat(Int16Array.from(war.mat)), table: { raw: war.raw } };
}

/** Show all of a state. Its dialogs open once for each change of the war. */
function showState(state) {
  const { war } = state, isNew = state.version !== game.shownVersion, focused = document.activeElement?.dataset?.answer;
  game.state = state;
  game.shownVersion = state.version;
  const { mat, table } = readMat(war);
  showHead(war);
  if (isNew) byId("letters").value = byId("faces").value = "";
  showQuestion(state);
  showSeating(state, mat, table);
  showExercise(state);
  drawTable(war, mat, table);
  showJournal(war);
  showCommands(state);
  if (isNew) announce(state);
  else if (focused !== undefined) refocusOption(focused);
  document.documentElement.dataset.version = state.version;
}

function announce(state) {
  const { war } = state;
  byId("filter").hidden = !isDraw();
  byId("letters").placeholder = isDraw() ? "its number, or letters" : "letters of the options to show";
  showHint(war.error, Boolean(war.error));
  byId("said").textContent = war.heading;
  if (war.end) showEnd(state);
  else {
    if (endDialog.open) endDialog.close();
    showDebriefs(state.ended);
  }
  if (state.exercise && state.exercise.answer !== null) focusExercise();
  else focusQuestion();
}

function showHead(war) {
  byId("about").textContent = war.name;
  byId("points").textContent = war.end ? `${war.end.words}: ${war.end.level}` : war.so_far;
  byId("lesson").textContent = war.lesson;
  byId("lesson").hidden = !war.lesson;
}

/** The line for messages: of the open dialog, of the page of the seats, or below the options. */
function messageLine() {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  return dialog?.querySelector(".sheet-status") || seatingHint() || byId("hint");
}

function showMessage(...content) {
  const line = messageLine();
  line.replaceChildren(...content);
  line.classList.remove("refused");
  line.scrollIntoView({ block: "nearest" });
  return line;
}

const showRefusal = (words) => showMessage(words).classList.add("refused");

// --- the mat and the journal ---

/** Draw the mat; only the parts that changed are replaced. */
function drawTable(war, mat, table) {
  if (byId("play").hidden) return;
  missionLine.replaceChildren(html("strong", {}, missionTitle(mat, war.raw.num_missions)), html("span", {}, missionWords(mat, table)));
  showFacts(figures, conditions(mat, table));
  for (const figure of figures) showDrawing(figure, figure.section.draw(mat, table, war.scene, drawnWidth(figure, figure.element.clientWidth)));
}

function showJournal(war) {
  const list = byId("journal"), from = war.journal.length - war.fresh;
  list.replaceChildren(...war.journal.map((line, place) => {
    const item = journalLine(line);
    item.classList.toggle("fresh", place >= from);
    return item;
  }));
  list.scrollTop = list.scrollHeight;
}

// --- commands ---

/** Commands: a label, a key, what they do, and whether they are shown. */
const COMMANDS = [
  ["Undo", "u", () => request("undo"), ({ crews }) => !crews],
  ["All crews", "c", () => request("all_crews"), ({ war, crews }) => war.seating && !crews],
  ["Filter", "/", openFilter, ({ war, crews }) => !crews && war.options.length > 5],
  ["Advice", "a", followAdvice, ({ war, advice, crews }) => !crews && !war.end && advice.available],
  ["Journal", "j", openJournal, () => true],
  [DATA.record, "r", openRecord, () => true],
  ["Position", "p", copyPosition, ({ war }) => !war.end && !war.dice],
  ["Write replay", "w", writeReplay, () => true],
  ["Watch", "", END_STEPS.watch, ({ war }) => war.missions > 0],
  ["Beat the agent", "", openRivals, ({ war }) => war.rivals],
  ["The end", "", () => showEnd(game.state), ({ war }) => Boolean(war.end)],
  ["Help", "?", openHelp, () => true],
];

/** The commands of a war, or of exercises. */
const commandsNow = () => (game.state.exercise ? EXERCISE_COMMANDS : COMMANDS);

function showCommands(state) {
  byId("commands").replaceChildren(html("div", { class: "buttons" }, commandsNow().filter(([, , , isShown]) => isShown(state)).map(([label, key, act]) => {
    const button = html("button", { type: "button", title: key ? `Key ${key}` : label }, label, key ? html("kbd", {}, key) : null);
    button.addEventListener("click", act);
    return button;
  })));
}

function onKey(event) {
  if (hasModifier(event) || document.querySelector("dialog[open]") || !question.view) return;
  const typing = event.target.matches?.("input, textarea, select"), key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (typing && !["Escape"].includes(key) && !(key.length === 1 && commandsNow().some((one) => one[1] === key))) return;
  const act = seatingHint() ? SEATING_KEYS[key] || commandKey(key) : questionKey(key);
  if (!act) return;
  event.preventDefault();
  act();
}

const commandKey = (key) => commandsNow().find((one) => one[1] === key)?.[2];

function questionKey(key) {
  if (key === "ArrowDown") return () => moveOption(1);
  if (key === "ArrowUp") return () => moveOption(-1);
  if (/^\d$/.test(key) && byId("dice").hidden) return () => typeNumber(key);
  if (key === "Escape") return () => closeFilter(false);
  if (key === "Enter" && game.state.war.end && document.activeElement === document.body) return () => showEnd(game.state);
  if (key === "Enter" && document.activeElement === byId("deciding") && question.options.length) return () => showHint("Go to an option first.", true);
  return commandKey(key);
}

function beginGame() {
  byId("mat").append(missionLine, ...figures.map(({ element }) => element));
  connectQuestion();
  document.addEventListener("keydown", onKey);
  for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("close", focusQuestion);
  new ResizeObserver(() => {
    if (!game.state || Math.abs(game.width - byId("mat").clientWidth) < 2) return;
    game.width = byId("mat").clientWidth;
    const { mat, table } = readMat(game.state.war);
    drawTable(game.state.war, mat, table);
  }).observe(byId("mat"));
  connectGame();
}

beginGame();

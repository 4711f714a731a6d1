// The page as a whole: the connection to the game, the mat, the journal, the commands and the keys.

// --- the connection: requests of this page with their replies, and the states that the game sends ---

/** Milliseconds before a lost connection is tried again. */
const RETRY = 1000;
const connection = { socket: null, number: 0, replies: new Map(), version: 0 };

/** Send a request. The promise has the reply; a refusal is shown and gives null. */
function request(action, fields = {}) {
  if (!connection.socket || connection.socket.readyState !== WebSocket.OPEN) {
    showRefusal("The game is not connected.");
    return Promise.resolve(null);
  }
  const number = ++connection.number;
  connection.socket.send(JSON.stringify({ do: action, number, version: connection.version, ...fields }));
  return new Promise((resolve) => connection.replies.set(number, resolve));
}

function receive(message) {
  if (message.state) {
    connection.version = message.state.version;
    showState(message.state);
    return;
  }
  const resolve = connection.replies.get(message.reply);
  connection.replies.delete(message.reply);
  if (message.refusal) showRefusal(message.refusal);
  if (resolve) resolve(message.refusal ? null : message);
}

/** Connect, and connect again when the connection is lost. */
function connectGame() {
  const address = new URL("socket", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  const socket = new WebSocket(address);
  connection.socket = socket;
  socket.addEventListener("open", () => { byId("warning").hidden = true; });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    for (const resolve of connection.replies.values()) resolve(null);
    connection.replies.clear();
    byId("warning").replaceChildren("The game has ended or cannot be reached. The war is kept: start ", html("code", {}, "stuka play --load"), " with its file, and open the address that it prints.");
    byId("warning").hidden = false;
    setTimeout(connectGame, RETRY);
  });
}

// --- the page ---

const missionLine = html("p", { class: "mission" });
const game = { state: null, figures: null, shownVersion: 0, journalTop: 0 };

/** Show all of a state. Its dialogs open once for each change of the war. */
function showState(state) {
  const { war } = state, isNew = state.version !== game.shownVersion, focused = document.activeElement?.dataset?.answer;
  game.state = state;
  game.shownVersion = state.version;
  showHead(war);
  if (isNew) {
    byId("letters").value = byId("faces").value = "";
    question.armed = null;
  }
  showQuestion(state);
  showSeating(state);
  placeLesson(state);
  showExercise(state);
  drawTable(war);
  showJournal(war);
  showCommands(state);
  if (isNew) announce(state);
  else if (focused !== undefined) refocusOption(focused);
  scrollJournal(); // now that the lines above it have their heights
  document.documentElement.dataset.version = state.version;
}

function announce(state) {
  const { war } = state;
  byId("filter").hidden = !isDraw();
  byId("letters").placeholder = isDraw() ? "its number, or letters" : "letters of the options to show";
  showHint(war.error, Boolean(war.error));
  byId("said").textContent = [...saidEvents(war), war.lesson, war.heading].filter(Boolean).join(" ");
  if (!war.end && endDialog.open) endDialog.close();
  if (state.exercise && state.exercise.answer !== null) focusExercise();
  else focusQuestion(); // before a dialog opens: when it closes, the browser gives the keyboard back at once
  if (war.end) showEnd(state);
  else showDebriefs(state.ended);
  keepInSight();
}

function showHead(war) {
  byId("about").textContent = war.name;
  byId("points").textContent = war.end ? `${war.end.words}: ${war.end.level}` : war.so_far;
  byId("lesson").textContent = war.lesson;
  byId("lesson").hidden = !war.lesson;
  byId("ended").hidden = !war.end;
}

/** Put the lesson of the tutorial above the question, or above the crews where these are on the page. */
function placeLesson({ crews }) {
  if (crews) byId("crews-page").before(byId("lesson"));
  else document.querySelector(".aside").prepend(byId("lesson"));
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
function drawTable({ sheet: packed }) {
  const sheet = new SheetBook(packed).changed([], packed.changes);
  if (!game.figures) {
    game.figures = makeFigures(sheet);
    byId("mat").append(missionLine, ...game.figures.map(({ element }) => element));
    byId("mat").addEventListener("click", chooseOnMat);
  }
  missionLine.replaceChildren(...headOf(sheet));
  showSheet(game.figures, sheet);
}

function showJournal(war) {
  const from = war.journal.length - war.fresh;
  byId("entries").replaceChildren(...war.journal.map((line, place) => {
    const item = journalLine(line);
    item.classList.toggle("fresh", place >= from);
    return item;
  }));
  showEvents(war);
}

/** Scroll the journal to its end, and note where that is. */
function scrollJournal() {
  const list = byId("journal");
  list.scrollTop = list.scrollHeight;
  game.journalTop = list.scrollTop;
}

/** Keep the end of the journal in sight when its height changes, as with a longer hint, unless the player scrolled back. */
function keepJournalAtEnd() {
  const list = byId("journal"), isAtEnd = () => list.scrollTop + list.clientHeight > list.scrollHeight - 4;
  new ResizeObserver(() => { if (Math.abs(list.scrollTop - game.journalTop) < 2 || isAtEnd()) scrollJournal(); }).observe(list);
}

/** Entries that a screen reader says at once, and that stand above the question where the journal is far below it. */
const MOST_SAID = 12, MOST_SHOWN = 3;

/** The weightiest entries of the last turn. */
const eventsOf = (war, most) => weightiest(war.fresh ? war.journal.slice(-war.fresh) : [], most, ([, look]) => look);

/** What happened in the last turn, in words for a screen reader. */
const saidEvents = (war) => eventsOf(war, MOST_SAID).map(([words]) => words);

/** Show events of the last turn above the question, or the last one before it; the style hides them beside the journal. */
function showEvents(war) {
  const shown = war.fresh ? eventsOf(war, MOST_SHOWN) : war.journal.slice(-1), others = war.fresh - shown.length;
  byId("happened").hidden = !shown.length || Boolean(game.state.exercise);
  byId("events").replaceChildren(...shown.map(journalLine));
  byId("all-events").textContent = `${others} more`;
  byId("all-events").hidden = others <= 0;
}

/** Scroll to lesson, events and question where they stand under the mat, or to the crews, unless all is in sight. */
function keepInSight() {
  if (document.querySelector("dialog[open]")) return;
  const isUnderMat = getComputedStyle(document.querySelector(".aside")).display === "contents", deciding = byId("deciding");
  const first = ["lesson", "crews-page", "happened", "deciding"].map(byId).find((one) => one.checkVisibility());
  const isCut = isUnderMat && !byId("play").hidden && deciding.getBoundingClientRect().bottom > byId("commands").getBoundingClientRect().top;
  if (isCut || first.getBoundingClientRect().top < 0) first.scrollIntoView({ block: "start" });
}

// --- commands ---

/** A narrow screen, whose bar has only the main commands. */
const isNarrow = window.matchMedia("(max-width: 560px)");

/** Commands: a label, a key, what they do, whether they are shown, and whether they are in the bar of a narrow screen. */
const COMMANDS = [
  ["Undo", "u", undo, ({ crews }) => !crews, true],
  ["All crews", "c", () => request("all_crews"), ({ war, crews }) => war.seating && !crews, false],
  ["Filter", "/", openFilter, ({ war, crews }) => !crews && war.options.length > 5, false],
  ["Advice", "a", followAdvice, ({ war, advice, crews }) => !crews && !war.end && advice.available, true],
  ["Journal", "j", openJournal, () => true, true],
  [RECORD.title, "r", openRecord, () => true, false],
  ["Position", "p", copyPosition, ({ war }) => !war.end && !war.dice, false],
  ["Write replay", "w", writeReplay, () => true, false],
  ["Watch", "", END_STEPS.watch, ({ war }) => war.missions > 0, false],
  ["Beat the agent", "", openRivals, ({ war }) => war.rivals, false],
  ["The end", "", () => showEnd(game.state), ({ war }) => Boolean(war.end), true],
  ["Help", "?", openHelp, () => true, true],
];

/** The commands of a war, or of exercises. */
const commandsNow = () => (game.state.exercise ? EXERCISE_COMMANDS : COMMANDS);

/** The commands that are shown now, divided into those of the bar and the others. */
function commandsOf(state) {
  const shown = commandsNow().filter(([, , , isShown]) => isShown(state)), others = shown.filter((one) => isNarrow.matches && !one[4]);
  return others.length > 1 ? { bar: shown.filter((one) => !others.includes(one)), others } : { bar: shown, others: [] };
}

function commandButton([label, key, act]) {
  const button = html("button", { type: "button", title: key ? `Key ${key}` : label }, label, key ? html("kbd", {}, key) : null);
  button.addEventListener("click", act);
  return button;
}

function showCommands(state) {
  const { bar, others } = commandsOf(state);
  const more = others.length ? [commandButton(["More", "", openCommands])] : [];
  byId("commands").replaceChildren(html("div", { class: "buttons" }, bar.map(commandButton), more));
}

/** Show the commands that are not in the bar. */
function openCommands() {
  const { others } = commandsOf(game.state);
  openSheet(commandsDialog, html("div", { class: "buttons" }, others.map(([label, , act]) => sheetButton(label, () => {
    commandsDialog.close();
    act();
  }))));
}

/** Take back, and say so: what happened last is older then. */
async function undo() {
  if (await request("undo")) byId("said").textContent = `Taken back. ${game.state.war.heading}`;
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
  if (key === "Enter" && document.activeElement === byId("deciding") && question.options.length) return () => showHint("Go to an option first.", true);
  return commandKey(key);
}

function beginGame() {
  connectQuestion();
  keepJournalAtEnd();
  document.addEventListener("keydown", onKey);
  byId("all-events").addEventListener("click", openJournal);
  byId("show-end").addEventListener("click", () => showEnd(game.state));
  isNarrow.addEventListener("change", () => game.state && showCommands(game.state));
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("close", focusQuestion);
    dialog.addEventListener("close", keepInSight);
  }
  connectGame();
}

beginGame();

// Dialogs over the game: journal, help, debriefs, the end of the war, rivals, and the line to share.

const journalDialog = makeDialog({ id: "whole-journal", title: "Journal", key: "j" }, html("ol", { class: "journal", tabindex: "0", "aria-label": "Journal" }));
const helpDialog = makeDialog({ id: "help", title: "Help", key: "?" }, html("div", { class: "sheet" }));
const debriefDialog = makeDialog({ id: "debrief", title: "Debrief", key: "" }, html("div", { class: "sheet" }));
const endDialog = makeDialog({ id: "end", title: "The end", key: "" }, html("div", { class: "sheet" }));
const rivalsDialog = makeDialog({ id: "rivals", title: "The same war", key: "" }, html("div", { class: "sheet" }));
const commandsDialog = makeDialog({ id: "more", title: "Commands", key: "" }, html("div", { class: "sheet" }));
const shareDialog = makeDialog({ id: "share", title: "Share it", key: "" }, html("div", { class: "sheet" }));

const statusLine = () => html("p", { class: "sheet-status", role: "status" });

/** Show a dialog with new contents and a line for messages, which is at the end if the contents have none. */
function openSheet(dialog, ...content) {
  const parts = content.flat(Infinity).filter(Boolean), hasStatus = parts.some((one) => one.matches(".sheet-status"));
  dialog.querySelector(".sheet").replaceChildren(...parts, ...(hasStatus ? [] : [statusLine()]));
  if (!dialog.open) dialog.showModal();
}

const journalLine = ([words, look]) => html("li", { class: `look-${look}` }, words);
const sectionOf = ([title, lines]) => [html("h3", {}, title), html("ul", {}, lines.map((line) => html("li", {}, line)))];
const link = (address, words) => html("a", { href: address, target: "_blank", rel: "noopener", class: "button" }, words);

function sheetButton(words, act, look = null) {
  const button = html("button", { type: "button", class: look }, words);
  button.addEventListener("click", act);
  return button;
}

async function openJournal() {
  const reply = await request("journal");
  if (!reply) return;
  const list = journalDialog.querySelector("ol");
  list.replaceChildren(...reply.journal.map(journalLine));
  journalDialog.showModal();
  list.scrollTop = list.scrollHeight;
}

async function openRecord() {
  const reply = await request("record");
  if (reply) showRecord(reply.record);
}

/** Show the record of the war. */
function showRecord(rows) {
  recordDialog.querySelector(".record-rows")?.remove();
  recordDialog.append(recordSection(rows));
  recordDialog.showModal();
}

/** A mission on the watch page. */
const openMission = (mission, name) => window.open(`watch#m=${name.replaceAll(" ", "-")}`, "_blank", "noopener");

function openHelp() {
  const { war } = question.view;
  const options = new Map(war.options.map(([, , label, meaning]) => [meaning, label]));
  const terms = DATA.keys.map(([key, meaning]) => html("div", {}, html("dt", {}, html("kbd", {}, key)), html("dd", {}, meaning)));
  openSheet(helpDialog, html("h3", {}, war.heading), html("p", {}, war.help),
    html("ul", {}, [...options].map(([meaning, label]) => html("li", {}, html("em", {}, label), meaning ? `: ${meaning}` : ""))),
    html("h3", {}, "Words on the screen"), html("dl", { class: "terms" }, termsOnScreen().map(([term, meaning]) => html("div", {}, html("dt", {}, term), html("dd", {}, meaning)))),
    html("h3", {}, "Keys"), html("dl", { class: "keys" }, terms),
    html("h3", {}, "The mat"), html("p", {}, DATA.about));
}

/** The terms of the glossary that the mat, the question and the events of the last turn use. */
function termsOnScreen() {
  const { war } = game.state, fresh = war.fresh ? war.journal.slice(-war.fresh).map(([words]) => words) : [];
  const words = [byId("mat").innerText, ...[...byId("mat").querySelectorAll("text")].map((one) => one.textContent), byId("deciding").innerText, ...fresh].join("\n");
  const forms = new Set([...words.matchAll(TERM)].map(([form]) => form.toLowerCase()));
  return DATA.glossary.filter(([, , known]) => known.some((form) => forms.has(form.toLowerCase())));
}

const debriefOf = ({ title, sections }) => [html("h2", {}, title), sections.map(sectionOf)];

/** Show the debriefs of all that has just ended; a mission that was not flown is only announced. */
function showDebriefs(debriefs) {
  const flown = debriefs.filter((one) => one.flown);
  for (const one of debriefs.filter((other) => !other.flown)) showHint(one.title);
  if (!flown.length) return;
  openSheet(debriefDialog, flown.map(debriefOf),
    html("div", { class: "buttons" }, sheetButton("Go on", () => debriefDialog.close(), "main"), game.state.war.rivals ? sheetButton("Beat the agent", openRivals) : null));
  debriefDialog.querySelector(".main").focus({ preventScroll: true });
  debriefDialog.scrollTop = 0;
}

/** Show the end of the war with the next steps, and the debriefs of the missions that have just ended. */
function showEnd({ war: { end }, ended }) {
  const steps = end.steps.map(([name, label, meaning]) => html("li", {}, sheetButton(label, () => END_STEPS[name]()), html("span", {}, meaning)));
  const score = html("p", { class: "final-score", tabindex: "-1", "aria-label": end.words }, end.score);
  openSheet(endDialog, score, html("p", { class: "final-level" }, `${end.words}: ${end.level}`), html("ul", { class: "steps" }, steps), statusLine(),
    end.sections.map(sectionOf), ended.filter((one) => one.flown).map(debriefOf), html("p", { class: "others" }, end.closing));
  score.focus(); // not on the button that closes the dialog: a key too many would do that
  endDialog.scrollTop = 0;
}

const END_STEPS = {
  watch: () => window.open("watch", "_blank", "noopener"),
  review: openReview,
  compare: openRivals,
  share: openShare,
  again: () => nextWar("again"),
  another: () => nextWar("another"),
};

async function nextWar(action) {
  if (await request(action)) endDialog.close();
}

/** Show that work of some seconds goes on, and return its reply. */
async function longRequest(action, words) {
  showMessage(words);
  const reply = await request(action);
  if (reply) showMessage("");
  return reply;
}

async function openReview() {
  const reply = await longRequest("review", "The review flies the war again many times. This takes up to half a minute.");
  if (reply) showMessage(`${reply.review} `, link("review", "Open the review"));
}

async function openRivals() {
  const reply = await longRequest("compare", "The others fly the same war. This takes some seconds.");
  if (!reply) return;
  const { names, rows, points, points_words: pointsWords, head: lineName } = reply.rivals;
  const head = html("thead", {}, html("tr", {}, [lineName, ...names].map((name) => html("th", { scope: "col" }, name))));
  const body = rows.map(([name, scores]) => html("tr", {}, html("th", { scope: "row" }, name), scores.map((score) => html("td", {}, score))));
  const foot = html("tfoot", {}, html("tr", {}, html("th", { scope: "row" }, pointsWords), points.map((one) => html("td", {}, one))));
  openSheet(rivalsDialog, html("div", { class: "wide" }, html("table", {}, head, html("tbody", {}, body), foot)),
    new Set(points).size === 1 ? html("p", {}, "All of you have the same score.") : null,
    html("p", {}, `Everybody meets the same ${lineName}s, and the same dice where they do the same.`), html("div", { class: "buttons" }, link("rivals", "Watch them side by side")));
}

async function openShare() {
  const reply = await longRequest("share", "The review computes par and luck. This takes up to half a minute.");
  if (!reply) return;
  const line = html("textarea", { id: "share-line", readonly: "", rows: 6, "aria-label": "The result in one line" }, reply.line);
  openSheet(shareDialog, line, html("div", { class: "buttons" },
    sheetButton("Copy", () => { line.select(); navigator.clipboard?.writeText(reply.line); }, "main"), html("a", { href: "replay.json", class: "button" }, "The replay as a file")));
}

/** Copy the position of the open question. */
async function copyPosition() {
  const reply = await request("position");
  if (reply) copyToClipboard(reply.position, "Position", () => showMessage("The position is copied. To play on from it: ", html("code", {}, `${reply.command.slice(0, -reply.position.length)}...`)));
}

async function writeReplay() {
  const reply = await request("replay");
  if (reply) showMessage(`Replay written: ${reply.replay}`);
}

// --- exercises: the explanation after an answer, and the list of themes ---

const themesDialog = makeDialog({ id: "themes", title: "Themes", key: "t" }, html("div", { class: "sheet" }));

/** Show the explanation after the answer, and mark the answer among the options. */
function showExercise({ exercise }) {
  const isAnswered = Boolean(exercise) && exercise.answer !== null;
  byId("answered").hidden = byId("explaining").hidden = !isAnswered;
  if (!exercise) return;
  byId("about").textContent = exercise.name;
  byId("help-line").hidden = byId("advice").hidden = isAnswered; // the verdict stands in their place
  byId("verdict").textContent = exercise.verdict;
  byId("verdict").classList.toggle("right", exercise.right);
  byId("explanation").replaceChildren(...exercise.sections.flatMap(sectionOf));
  const own = isAnswered && optionButtons().find((button) => Number(button.dataset.answer) === exercise.answer);
  if (own) own.append(html("span", { class: "yours" }, "yours"));
  if (exercise.asks && !themesDialog.open) openThemes();
}

const nextExercise = () => request("next");

/** Put the keyboard on the button of the next exercise. */
function focusExercise() {
  if (!document.querySelector("dialog[open]")) byId("next").focus({ preventScroll: true });
}

/** Show the themes with the results of each. */
function openThemes() {
  const { themes, theme, mixed } = game.state.exercise;
  const order = html("input", { type: "checkbox", id: "mixed", checked: mixed ? "" : null });
  const rows = themes.map(([name, words, answered, total, results]) => html("li", {},
    sheetButton(words, () => chooseTheme(name, order.checked), name === theme ? "main" : null),
    html("span", {}, [`${answered} of ${total} answered.`, results].filter(Boolean).join(" "))));
  openSheet(themesDialog, html("ul", { class: "steps" }, rows), html("label", { class: "tick" }, order, " in a mixed order"),
    html("p", { class: "others" }, "A theme in which every exercise has an answer begins again."));
  themesDialog.querySelector("button.main").focus({ preventScroll: true });
}

async function chooseTheme(theme, mixed) {
  themesDialog.close();
  await request("choose", { theme, mixed });
}

/** Commands of exercises, in the form of those of a war. */
const EXERCISE_COMMANDS = [
  ["Next", "n", nextExercise, ({ exercise }) => exercise.answer !== null, true],
  ["Themes", "t", openThemes, () => true, true],
  ["Filter", "/", openFilter, ({ war, exercise }) => exercise.answer === null && war.options.length > 5, false],
  ["Position", "p", copyPosition, () => true, false],
  ["Help", "?", openHelp, () => true, true],
];

byId("next").addEventListener("click", nextExercise);

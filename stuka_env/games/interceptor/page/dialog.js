// The dialog of the game: the log sheet of the career, a line for each raid.

const LOG_COLUMNS = [["raid", "words"], ["target", "words"], ["aircraft", "words"], ["boxes"], ["met"], ["bombers"], ["fighters"], ["hits"], ["wounds"], ["landing", "words"], ["lost"], ["awards", "words"]];
const LOG_NOTE = "Met: enemy aircraft fought. Hits: damaged systems of the own aircraft. Lost: raids that the pilot sits out afterwards.";
const LANDING_WORDS = { safe: "safe", rough: "rough", crash: "crash", killed: "killed", jumped: "jumped" };

const orDash = (count) => (count ? String(count) : "\u2013");

function logHead() {
  return html("thead", {}, html("tr", {}, LOG_COLUMNS.map(([name, look]) => html("th", { scope: "col", class: look }, name))));
}

/** A raid: its place in the calendar leads there. */
function logRow(line) {
  const open = html("button", { type: "button", title: `Raid ${line.number + 1}: go there` }, `${shortMonth(line.month)}, ${line.line}`);
  open.addEventListener("click", () => { logDialog.close(); openMission(line.number); });
  const head = html("th", { scope: "row", class: "words" }, open), words = (value) => html("td", { class: "words" }, value);
  if (line.status !== "flown") return html("tr", { class: "unflown" }, head, html("td", { class: "words", colspan: LOG_COLUMNS.length - 1 }, `${line.raid ? `${line.raid}: ` : ""}${line.status.replaceAll("_", " ")}`));
  const numbers = (...counts) => counts.map((count) => html("td", {}, orDash(count)));
  return html("tr", {}, head, words(line.raid), words(line.aircraft), numbers(line.boxes, line.met, line.bombers, line.fighters, line.damaged, line.wounds),
    words(`${LANDING_WORDS[line.landing] || line.landing}${line.aircraft_lost ? ", aircraft lost" : ""}`), numbers(line.lost), words(line.awards.join(", ")));
}

function logSection(war) {
  return html("section", {}, WARS.length > 1 ? html("h3", { class: `war-edge-${war.number}` }, war.title) : null,
    html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Log sheet, ${war.title || "this career"}` }, html("p", { class: "hint", "aria-hidden": "true" }, "more columns \u2192"),
      html("table", {}, logHead(), html("tbody", {}, war.raw.missions.map(logRow)))));
}

const logDialog = makeDialog({ id: "log", title: "Log", key: "l", look: "with-table" }, html("p", { class: "table-note others" }, LOG_NOTE), WARS.map(logSection));

/** The dialog, its key, and what it shows. */
const GAME_DIALOG = { dialog: logDialog, key: "l", words: "the log sheet" };

/** Words of the dialog that the glossary explains. */
const DIALOG_TERMS = "#log thead th";

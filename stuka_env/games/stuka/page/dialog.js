// The dialog of the game: the careers of all people.

/** The columns of numbers behind the missions and the scores, as they stand in `counts` of a career. */
const CAREER_COUNTS = ["kills", "ships sunk", "wounds", "shot down", "came back", "most stress"];
const CAREERS_NOTE = "\u00d8 is an average score: of the attacks of his aircraft, then of the missions that he flew. " +
  `Levels, the lowest first: ${WORDS.qualities.slice(1).join(", ")}. Shot down: aircraft lost with him aboard. ` +
  "Came back: by parachute and on foot. The names are invented.";

const careerRole = ({ person }) => (person > SEATS ? `G${person - SEATS}` : `P${person}`);
const pointsOf = (value) => (value === null ? "\u2013" : value.toFixed(1));

function careerHead() {
  const words = ["no.", "name", "level", "fate"].map((name) => html("th", { scope: "col", class: "words" }, name));
  const numbers = ["missions", "attacks \u00d8", "missions \u00d8", ...CAREER_COUNTS].map((name) => html("th", { scope: "col" }, name));
  return html("thead", {}, html("tr", {}, words, numbers));
}

/** One person: a line, and under it the missions once the name is clicked. */
function careerRows(war, career, number) {
  const id = `career-${war.number}-${number}`;
  const open = html("button", { type: "button", "aria-expanded": "false", "aria-controls": id }, career.name);
  const more = html("tr", { class: "flown", id, hidden: "" });
  open.addEventListener("click", () => {
    if (!more.childElementCount) more.append(html("td", { colspan: 13 }, careerStory(war, career)));
    more.hidden = !more.hidden;
    open.setAttribute("aria-expanded", String(!more.hidden));
  });
  const numbers = [career.flown.length, pointsOf(career.average), pointsOf(career.average_mission), ...career.counts.map((count) => count || "\u2013")];
  const line = html("tr", { class: career.serving ? null : "fallen" }, html("td", { class: "words" }, careerRole(career)), html("th", { scope: "row", class: "words" }, open),
    html("td", { class: "words" }, WORDS.qualities[career.level]), html("td", { class: "words fate" }, career.fate), numbers.map((value) => html("td", {}, value)));
  return [line, more];
}

/** The arrival and promotions of a person, and every mission flown. */
function careerStory(war, career) {
  const came = career.since ? `Sent for after mission ${career.since}. ` : "";
  const missions = career.flown.map(([mission, aircraft, score]) => {
    const button = html("button", { type: "button", title: `Mission ${mission + 1}: go there` },
      `${mission + 1}: aircraft ${aircraft}, ${score === null ? "no attack" : score}`);
    button.addEventListener("click", () => { careersDialog.close(); openMission(mission); });
    return html("li", {}, button);
  });
  return [html("p", {}, `${came}${career.levels}.`), missions.length ? html("ol", {}, missions) : html("p", {}, "He has not flown.")];
}

function careerSection(war) {
  const rows = war.raw.careers.map((career, number) => careerRows(war, career, number));
  return html("section", {}, WARS.length > 1 ? html("h3", { class: `war-edge-${war.number}` }, war.title) : null,
    html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Crews, ${war.title || "this war"}` }, html("p", { class: "hint", "aria-hidden": "true" }, "more columns \u2192"), html("table", {}, careerHead(), html("tbody", {}, rows))));
}

const careersDialog = makeDialog({ id: "careers", title: "Crews", key: "c", look: "with-table" }, html("p", { class: "table-note others" }, CAREERS_NOTE), WARS.map(careerSection));

/** The dialog, its key, and what it shows. */
const GAME_DIALOG = { dialog: careersDialog, key: "c", words: "careers of all people" };

/** Words of the dialog that the glossary explains. */
const DIALOG_TERMS = "#careers th, #careers td.words";

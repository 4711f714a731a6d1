// The strip of missions: a button for each mission, group by group.

/** Missions from which their buttons are as narrow as needed to show all of them. */
const MANY = 31;
/** The mission that is marked in the strip. */
let currentMission = null;

/** Marks of missions without a score: after the end of a war, and not played to their end. */
const AFTER_END = "\u2020", OPEN = "?";
const MARKS = [[AFTER_END, `after the end of the ${NOUNS.war}`], [OPEN, "not over"]];

/** The score of a mission, or the mark of one that has none. */
const scoreOf = (war, mission) => war.line(mission)?.score ?? (war.isOverBefore(mission) ? AFTER_END : OPEN);

const dot = (grade, ...words) => html("i", { class: `dot grade-${grade}` }, words);

/** The worst grade of a mission in words, with the decision if it was not flown; empty without a marked decision. */
function gradeWords(war, mission) {
  const line = war.line(mission), index = worstDecision(war, mission);
  if (index === undefined) return "";
  return `${war.loss(index).grade}${line && !line.is_flown ? `: the decision \u201c${war.briefAnswer(index)}\u201d` : ""}`;
}

/** The mark of a mission's worst grade; null without a marked decision. */
function gradeMark(war, mission) {
  const grade = worstOf(war, mission);
  return grade ? dot(grade, html("span", { class: "unseen" }, `, ${gradeWords(war, mission)}`)) : null;
}

function missionButton(mission) {
  const scores = WARS.map((war) => scoreOf(war, mission)), marked = new Map(MARKS);
  const outcome = (war, i) => war.line(mission)?.words ?? marked.get(scores[i]);
  const words = WARS.map((war, i) => [`${WARS.length > 1 ? `${war.title} ` : ""}${outcome(war, i)}`, gradeWords(war, mission)].filter(Boolean).join(", "));
  const decided = hasRows ? [] : WARS.map((war) => war.decided(mission)).filter(Boolean);
  const button = html("button", { type: "button", "data-mission": mission, "aria-label": `${missionWords(mission)}, ${words.join(", ")}`, title: [words.join(", "), ...decided].join("\n") },
    html("b", {}, numberOfMission(mission)), html("span", { class: "marks" }, WARS.map((war) => gradeMark(war, mission))), html("span", { class: "scores" }));
  button.addEventListener("click", () => openMission(mission));
  return html("li", {}, button);
}

/** The replays whose scores a mission shows: of one or two replays all, of more the selected one and the best of the others. */
function scoredWars(mission) {
  if (!hasRows) return WARS;
  const points = (war) => Number.parseFloat(scoreOf(war, mission)), own = WARS[state.selected];
  const [best] = WARS.filter((war) => !Number.isNaN(points(war))).sort((one, other) => points(other) - points(one));
  return best && !(points(best) <= points(own)) ? [own, best] : [own];
}

/** Update the scores of all missions. */
function drawScores() {
  for (const button of find("missions").querySelectorAll("button")) {
    const mission = Number(button.dataset.mission);
    button.querySelector(".scores").replaceChildren(...scoredWars(mission).map((war) => html("span", { class: WARS.length > 1 ? `war-ink-${war.number}` : null }, scoreOf(war, mission))));
  }
}

/** Buttons for the missions, group by group. */
function missionStrip(missions) {
  const groups = [];
  for (const mission of missions) {
    const title = lineOrOpen(mission).group;
    if (groups.at(-1)?.title !== title) groups.push({ title, missions: [] });
    groups.at(-1).missions.push(mission);
  }
  return html("ol", {}, groups.map((group) => html("li", { class: "part" }, html("span", {}, group.title), html("ol", {}, group.missions.map(missionButton)))));
}

/** The grades with their colours and smallest costs, the smallest first. */
function gradeLegend() {
  const grades = [...GRADES].reverse().map(([grade, least], i) => [i ? ", " : "", html("span", { class: "grade" }, dot(grade), `${grade} from ${least.toFixed(1)}`)]);
  return ["; most expensive decision: ", grades, ` ${NOUNS.final}`];
}

/** The meaning of the numbers and marks of the strip. */
function stripLegend() {
  const lines = WARS.flatMap((war) => war.raw.missions), scores = new Set(WARS.flatMap((war) => MISSIONS.map((mission) => scoreOf(war, mission))));
  const names = WARS.map((war, i) => [i ? ", " : ": ", html("b", { class: `war-ink-${i}` }, war.title)]);
  return [
    DATA.strip, WARS.length > 1 ? names : "", hasRows ? "; of the selected replay, and the highest if another one has more" : "",
    lines.some((line) => !line.is_flown) ? "; \u2013 not flown" : "", MARKS.filter(([mark]) => scores.has(mark)).map(([mark, words]) => `; ${mark} ${words}`), [...new Set(lines.map(({ note }) => note))].filter(Boolean).map((note) => `; ${note}`), STEPS.some((step) => lossesOf(step).length) ? gradeLegend() : "",
  ];
}

function drawStrip() {
  find("missions").append(missionStrip(MISSIONS));
  find("missions").classList.toggle("rows-below", hasRows);
  find("missions").classList.toggle("many", MISSIONS.length > MANY);
  fill(find("strip-legend"), {}, stripLegend());
}

function markMission(mission) {
  if (currentMission === mission) return;
  currentMission = mission;
  for (const button of find("missions").querySelectorAll("button")) {
    const isCurrent = Number(button.dataset.mission) === mission;
    if (isCurrent) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (isCurrent) showButton(button);
  }
  moveMarks(mission);
}

function showButton(button) {
  const strip = find("missions").querySelector("ol");
  strip.scrollLeft = button.offsetLeft - strip.clientWidth / 2;
}

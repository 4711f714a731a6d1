// The words about a career and its raids, the graphs, and the order of the decisions: for the page of replays.

/** Decisions after a landing. */
const AFTER_LANDING = [ASKED.DEBRIEF, ASKED.GUNNER, ASKED.SERIES, ASKED.ZONE];

/**
 * How far a raid has come, so that two replays of it can be shown at the same point: the start, the alarm, the boxes with
 * their rounds of combat, the debriefing. It never goes back in a raid.
 */
function stageOf(mat) {
  const decision = mat.get("cursor", "decision"), box = sortieOf(mat, "box"), lost = sortieOf(mat, "landing") || sortieOf(mat, "jumped");
  if (isOver(mat)) return 10000;
  if (AFTER_LANDING.includes(decision) || (careerOf(mat, "line") && [ASKED.SKILL, ASKED.AIRCRAFT].includes(decision) && (box || lost))) return 9000;
  if (decision === ASKED.SCRAMBLE) return 900;
  if (!box) return 10 * decision + mat.get("cursor", "person");
  return 1000 * (box || 1) + 8 * Math.min(100, sortieOf(mat, "rounds")) + (decision === ASKED.ONWARD ? 7 : 0);
}

/** The decisions in a row of frames of one routine: a mark, words, and words to their right. */
const decidedLines = (routine, war, frames) => frames.map((index) => ["", war.answer(index), ""]);

/** The additions of a frame to its mat: the way since the frames that were skipped, and the sortie lines so far. */
function sceneOf(war, index, skipped) {
  return { index, path: [...skipped, index].flatMap((one) => war.frames[one].path || []), lines: war.raw.missions.filter((line) => line.frame <= index) };
}

/** The raid of a mat as title and words. */
const missionHead = (mat, war) => [missionTitle(mat, war.raw.num_missions), missionWords(mat, war)];

/** The arguments of an episode that its page names. */
const settingWords = ({ start, month, unit, track, fatigue, enemy_quality: quality, advanced_maneuvers: maneuvers }) =>
  [start, month, unit === "roll" ? "" : unit, track, fatigue ? "fatigue" : "", quality ? "enemy quality" : "", maneuvers ? "advanced maneuvers" : ""].filter(Boolean).join(", ");

/** The level of victory so far and the next one; only a career has levels. */
function scaleWords(war, index) {
  const { ladder } = war.raw.book, bombers = careerOf(war.mats[index], "bombers");
  if (war.raw.scale !== "career") return [war.raw.scale, "Bombers that the pilot has shot down."];
  const next = ladder.findIndex((least) => least > bombers);
  return [`${levelOf(war.raw.book, bombers)}${next < 0 ? "" : `, ${WORDS.ladder[next]} from ${ladder[next]}`}`, "The level of victory by the number of bombers."];
}

/** The level of the final score, which only a career has, and the fate of the pilot. */
const finalLevel = ({ raw: { result, scale } }) => [scale === "career" ? ladderWords(result) : "", fateWords(result)].filter(Boolean).join("; ");
const ladderWords = ({ level }) => capital(level) + (["defeat", "draw"].includes(level) ? "" : " victory");
const fateWords = ({ alive, cause }) => (alive ? "the pilot is alive" : `killed ${DEATHS[cause]}`);
const DEATHS = { wound: "by a wound", parachute: "in a parachute jump", explosion: "in an explosion", landing: "in a landing" };

/** A result in one line. */
const resultWords = (war) => `${plural(war.score, "bomber")} (${finalLevel(war)}), ${careerWords(war.raw.result)}`;
const careerWords = (result) => `${plural(result.fighters, "fighter")}, ${result.flown} of ${plural(result.lines, "raid")} flown, ${result.aircraft_lost} aircraft lost`;

// --- raids ---

/** Whether a raid was not flown. */
const stayed = ({ status }) => status !== "flown";

/** The bombers of a raid for the strip. */
const lineScore = (line) => (stayed(line) ? "\u2013" : String(line.bombers));

/** The result of a raid in words. */
const lineWords = (line) => (stayed(line) ? line.status.replaceAll("_", " ") : `${line.raid}, ${plural(line.bombers, "bomber")}${line.aircraft_lost ? ", aircraft lost" : ""}`);

/** The number of a raid in the strip: its line of the month. */
function stripNumber(mission) {
  const war = warWith(mission), line = war.line(mission);
  return line ? line.line : careerOf(war.mats[war.missions.get(mission).at(-1)], "line") || 1;
}

/** What the numbers of the strip are. */
const STRIP_WORDS = "line of the month, then the bombers of the raid";

/** More about the numbers of the strip: there is nothing more. */
const scoreNote = () => "";

/** The title of the group of a raid in the strip: its month. */
function groupOf(war, mission) {
  const line = war.line(mission);
  return shortMonth(line ? line.month : careerOf(war.mats[war.missions.get(mission)[0]], "month"));
}

/** The events of a raid that the curve marks: the kind of the mark, and words. */
function eventsOf({ aircraft_lost: lost, wounds, awards, promoted }) {
  return [lost ? ["loss", "aircraft lost"] : null, wounds ? ["loss", plural(wounds, "wound")] : null, ...awards.map((name) => ["feat", name]), promoted ? ["feat", "promoted"] : null].filter(Boolean);
}

/** What the marks of the curve mean. */
const EVENT_WORDS = "\u00d7 aircraft lost or pilot wounded, \u25c6 award or promotion";

/** Graphs of the raids: title, note, and the value of a raid; bars for values of one raid. */
const GRAPHS = [
  { title: "Bombers by raid", bars: true, value: (line) => line.bombers },
  { title: "Fighters", note: "in all", value: (line) => line.standing.fighters },
  { title: "Prestige Level", note: "dashed: skills of the pilot", value: (line) => line.standing.level, second: (line) => line.standing.skills },
  { title: "Aircraft lost", note: "in all; dashed: wounds of the pilot", value: (line) => line.standing.aircraft_lost, second: (line) => line.standing.wounds },
];

/** Whether the page has no step for a raid without a decision: the pilot sits out many in a row. */
const SKIPS_IDLE = true;

/** Answers that are no difference of interest where they are routine. */
const ROUTINE_ANSWERS = "routine";

/** The drawing that is kept in sight beside the decision. */
const IN_SIGHT = ".own";

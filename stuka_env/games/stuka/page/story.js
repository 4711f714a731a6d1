// The words about a war and its missions, the graphs, and the order of the decisions: for the page of replays.

/**
 * How far a mission has come, so that two replays of it can be shown at the same point: the seat that is filled, the
 * bombs, the zones flown, the aircraft that attacks. It never goes back in a mission.
 */
function stageOf(mat) {
  const asked = DATA.decisions, decision = cursorField(mat, "decision"), slot = cursorField(mat, "subject");
  if (isOver(mat)) return 1000;
  if (decision === asked.PROMOTE) return 900;
  if (missionField(mat, "leg") !== 0) return 100 + missionField(mat, "moves") * 16 + (decision === asked.ATTACK ? slot : 0);
  if (fillsSeat(mat)) return 2 * slot + (decision === asked.GUNNER ? 1 : 0);
  return decision === asked.MUSTER ? 0 : 30 + decision;
}

/** Whether the decision is who takes a seat. */
function fillsSeat(mat) {
  const asked = DATA.decisions;
  return [asked.LEADER, asked.PILOT, asked.GUNNER].includes(cursorField(mat, "decision"));
}

/**
 * The decisions in a row of frames of one routine, line by line: a mark, words, and words to their right. Before a
 * take-off they are the crews with their loads, and the last answer.
 */
function decidedLines(routine, war, frames) {
  if (routine !== "preparation") return frames.map((index) => ["", war.answer(index), ""]);
  const index = frames.at(-1), mat = war.mats[index], names = namesIn(war, index);
  return [...slots().filter((slot) => onMission(mat, slot)).map((slot) => crewLine(mat, names, slot)),
    ["", war.briefAnswer(index), ""]];
}

/** Who flies an aircraft, and with what. */
function crewLine(mat, names, slot) {
  const people = [["pilots", "pilot"], ["gunners", "gunner"]].map(([roster, field]) => [roster, aircraftOf(mat, slot, field)])
    .filter(([, place]) => place).map(([roster, place]) => shortName(names, roster, place));
  return [slot, people.join(", ") || "nobody yet", SHORT_LOADS[aircraftOf(mat, slot, "ordnance")]];
}

/** The additions of a frame to its mat, together with those of the frames that were skipped before it. */
function sceneOf(war, index, skipped) {
  const { attacks = [] } = war.frames[index];
  return { index, attacks, path: [...skipped, index].flatMap((one) => war.frames[one].path || []) };
}

/** The mission of a mat as title and words. */
const missionHead = (mat, war) => [missionTitle(mat, war.raw.num_missions), `${segmentWords(mat)}: ${missionWords(mat)}`];

/** The arguments of a war that its page names. */
const settingWords = ({ operation, segment, duration }) => [operation, segment, duration].filter(Boolean).join(", ").replaceAll("_", " ");

/** The official running score has the name of its scale, and the highest level of victory. */
function scaleWords(war) {
  const [level, lowest] = war.raw.levels.at(-1);
  return [`${war.raw.scale} score, ${level} from ${lowest}`, "Missions that are over count by their share of the final score."];
}

/** The level of the final score. */
const finalLevel = ({ raw: { result } }) => result.level;

/** A result in one line. */
const resultWords = ({ raw: { result } }) => `score ${result.score} (${result.level}), ${plural(result.destroyed, "aircraft", "aircraft")} lost, ${result.kia} killed, ${result.no_fly} not flown`;

// --- missions ---

/** Whether a mission stayed on the ground. */
const stayed = (line) => Boolean(line.no_fly);

/** The score of a mission for the strip. */
const lineScore = (line) => (stayed(line) ? "\u2013" : String(line.score));

/** The result of a mission in words. */
const lineWords = (line) => (stayed(line) ? "not flown" : `score ${line.score}`);

/** The number of a mission in the strip, from 1. */
const stripNumber = (mission) => mission + 1;

/** What the numbers of the strip are. */
const STRIP_WORDS = "number of the mission, then its score";

/** Why some scores of missions are above 100; empty where none is. */
const scoreNote = (lines) => (lines.some(({ score }) => score > 100) ? "; above 100: fighters shot down and bonuses come on top of the attacks, whose mean is at most 100" : "");

/** The title of the group of a mission in the strip: its segment, from its result or else from the mat. */
function groupOf(war, mission) {
  const line = war.line(mission);
  return line ? line.segment : segmentWords(war.mats[war.missions.get(mission)[0]]);
}

/** The events of a mission that the curve marks: the kind of the mark, and words. */
function eventsOf(line) {
  return [line.lost ? ["loss", `${line.lost} aircraft lost`] : null, line.gamble ? ["feat", `Rudel Gamble ${line.gamble}`] : null].filter(Boolean);
}

/** What the marks of the curve mean. */
const EVENT_WORDS = "\u00d7 aircraft lost, \u25c6 gamble";

/** Graphs of the missions: title, note, and the value of a mission; bars for values of one mission. */
const GRAPHS = [
  { title: "Score by mission", bars: true, value: (line) => line.score },
  { title: "Stress of all crews", note: "after each mission", value: (line) => line.standing.stress },
  { title: "Aircraft ready", note: "after each mission", value: (line) => line.standing.aircraft },
  { title: "Aircraft lost", note: "after each mission; dashed: people killed", value: (line) => line.standing.destroyed, second: (line) => line.standing.kia },
];

/** Whether the page has no step for a mission without a decision: a No-Fly that is rolled has one. */
const SKIPS_IDLE = false;

/** Answers that are no difference of interest where they are routine. */
const ROUTINE_ANSWERS = "routine seats";

/** The drawing that is kept in sight beside the decision. */
const IN_SIGHT = ".cards";

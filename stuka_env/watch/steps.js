// The state of the page, and its steps: decisions of all replays side by side, the routine ones skipped, and where replays differ.

const find = (id) => document.getElementById(id);

/**
 * `answered` has the marked decisions that were answered while "ask me first" is on, each with the viewer's action.
 * `opened` is the step that is shown as a question although it is skipped or part of a routine; null if there is none.
 */
const state = { at: 0, playing: null, scope: "mission", every: false, quiz: false, answered: new Map(), questions: false, opened: null, selected: 0 };

// --- steps ---

/** All missions of the page. */
const MISSIONS = [...new Set(WARS.flatMap((war) => [...war.missions.keys()]))].sort((a, b) => a - b);

/** Every step of the page: mission by mission, stage by stage, each as often as the replay that stays longest. */
const makeSteps = () => MISSIONS.flatMap(stepsOf);

/** Whether a replay has a decision of a mission, or its end. */
const hasDecision = (war, mission) => (war.missions.get(mission) || []).some((index) => war.frames[index].mission === mission);

function stepsOf(mission) {
  const staged = WARS.map((war) => (DATA.skips_idle && !hasDecision(war, mission) ? new Map() : war.stagesOf(mission)));
  const stages = [...new Set(staged.flatMap((one) => [...one.keys()]))].sort((a, b) => a - b);
  const steps = stages.flatMap((stage) => {
    const longest = Math.max(...staged.map((one) => (one.get(stage) || []).length));
    return Array.from({ length: longest }, (_, turn) => WARS.map((war, i) => war.frameFor(mission, staged[i], stage, turn)));
  });
  return steps.map((shows, number) => ({ mission, number, shows }));
}

const STEPS = makeSteps();

/** The frames of a step that are decisions of their wars, with the wars. */
const ownFrames = ({ shows }) => WARS.filter((war) => shows[war.number].own).map((war) => [war, shows[war.number].frame]);

/** The routine that all decisions of a step belong to; undefined if there is none. */
function routineOf(step) {
  const routines = new Set(ownFrames(step).map(([war, index]) => war.routine(index)));
  return routines.size === 1 ? [...routines][0] : undefined;
}

/**
 * Mark the steps that are skipped. Of a row of one routine with a title the last step shows all of them. A routine
 * without a title is described at the next step of the mission.
 */
function markSkipped() {
  for (const step of STEPS) step.routine = routineOf(step);
  STEPS.forEach((step, at) => {
    const next = STEPS[at + 1], before = STEPS[at - 1];
    const alone = !next || next.mission !== step.mission || (DATA.routines[step.routine]?.title && next.routine !== step.routine);
    step.skipped = step.routine !== undefined && !alone;
    step.first = before && before.skipped ? before.first : at;
    step.before = STEPS.slice(step.first, at);
    step.title = step.before.length ? DATA.routines[step.routine]?.title : undefined;
  });
}

markSkipped();

/** The decisions of a war that were skipped before a step. */
const skippedBefore = (step, war) => step.before.map(({ shows }) => shows[war.number]).filter(({ own }) => own).map(({ frame }) => frame);

/** The grades of a review with their smallest costs in points of the final score, the worst first; empty without a review. */
const GRADES = Object.entries(WARS.find((war) => war.raw.review)?.raw.review.grades || {});

/** The losses of the decisions of a step that a review marks. */
const lossesOf = (step) => ownFrames(step).map(([war, index]) => war.loss(index)).filter(Boolean);

/** The most expensive decision of a mission of one war; undefined if a review marks none of its decisions. */
function worstDecision(war, mission) {
  const own = (war.missions.get(mission) || []).filter((index) => war.frames[index].mission === mission); // not of a rolled No-Fly
  const marked = own.filter((index) => war.loss(index));
  return marked.sort((one, other) => war.loss(other).cost - war.loss(one).cost)[0];
}

/** The worst grade of a mission of one war; undefined if a review marks none of its decisions. */
function worstOf(war, mission) {
  const index = worstDecision(war, mission);
  return index === undefined ? undefined : war.loss(index).grade;
}

/** Pairs of answers that two replays give to the same question of this step, and that are not the same. */
function differences(step) {
  if (step.differences) return step.differences;
  const answers = ownFrames(step).map(([war, index]) => war.answered(index)).filter(Boolean);
  step.differences = answers.flatMap((one) => answers.filter((other) => one.question === other.question && one.answer !== other.answer).map((other) => [one, other]));
  return step.differences;
}

const differs = (step) => differences(step).length > 0;

/** Points below which a difference is skipped: the least cost that a review marks. */
const SMALLEST_STAKE = 0.1;

/** The value of the differences of a step, in points of the final score, and its source; undefined where it is not known. */
function stakeOf(step) {
  const stakes = differences(step).map(([{ war, index }, other]) => ({ points: war.stake(index, other.action), by: war.raw.review ? "the review" : war.title }));
  return stakes.filter(({ points }) => points !== undefined).sort((one, other) => other.points - one.points)[0];
}

/** Whether a step has a difference of at least the smallest value, or of unknown value. */
function matters(step) {
  const stake = stakeOf(step);
  return differs(step) && (stake === undefined || stake.points >= SMALLEST_STAKE);
}

/** Whether the differences of a step are only about routine answers of equal kinds, with an unknown value. */
function isSeating(step) {
  return stakeOf(step) === undefined && differences(step).flat().every(({ war, index }) => war.frames[index].alike && war.routine(index) !== undefined);
}

// --- which steps are shown ---

/** Whether a step is shown as a question of its own, even if it is routine. */
const isOpen = (step) => state.questions || step === STEPS[state.opened];

/** Whether a step is shown by itself: routine is skipped, unless it is open. */
const visible = (step) => isOpen(step) || !step.skipped;

/** Whether a step shows all decisions of a routine. */
const sums = (step) => !isOpen(step) && Boolean(step.title);

/** The next step ahead that is shown, or the last one. */
function shownFrom(at, by) {
  let next = Math.max(0, Math.min(STEPS.length - 1, at));
  while (!visible(STEPS[next]) && STEPS[next + by]) next += by;
  return next;
}

/** The first step of a mission, or of the next one that has a step, or the last step; -1 for a mission that the page has not. */
function firstStep(mission) {
  const at = STEPS.findIndex((step) => step.mission >= mission);
  return at < 0 && MISSIONS.includes(mission) ? STEPS.length - 1 : at;
}

/** The step of a decision of one war; -1 if there is none. */
const stepOf = (war, index) => STEPS.findIndex(({ shows }) => shows[war.number].own && shows[war.number].frame === index);

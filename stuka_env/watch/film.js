// What the page was given: the wars, frame by frame.

const DATA = JSON.parse(document.getElementById("data").textContent);
const WORDS = DATA.words;
/** Added to the look of an entry that only repeats its neighbour. */
const QUIET = 16;

/** The mat of one frame: numbers by block and field. */
class Mat {
  constructor(numbers) {
    this.numbers = numbers;
  }

  /** A field of a block; `row` where the block has several, `item` where the field has. */
  get(block, field, row = 0, item = 0) {
    const { start, size, fields } = DATA.layout[block], place = start + row * size + fields[field] + item;
    if (Mat.reads) Mat.reads.add(place);
    return this.numbers[place];
  }

  /** What a function makes of the mat, and the places of the numbers it looked at. */
  static reading(made) {
    Mat.reads = new Set();
    try {
      return [made(), [...Mat.reads]];
    } finally {
      Mat.reads = null;
    }
  }

  /** Whether some places hold the same numbers on another mat. */
  agrees(other, places) { return places.every((place) => this.numbers[place] === other.numbers[place]); }

  war(field) { return this.get("war", field); }

  cursor(field) { return this.get("cursor", field); }

  mission(field, item = 0) { return this.get("mission", field, 0, item); }

  get over() { return this.get("track", "over") !== 0; }
}

/** Pairs of a flat list. */
function pairs(list) {
  const found = [];
  for (let i = 0; i < list.length; i += 2) found.push([list[i], list[i + 1]]);
  return found;
}

/** The journal of a frame: text, look and mission of each entry. */
function entriesOf(list, frame) {
  const found = [];
  for (let i = 0; i < list.length; i += 3) {
    const look = list[i + 1];
    found.push({ text: DATA.texts[list[i]], look: look % QUIET, quiet: look >= QUIET, mission: list[i + 2], frame });
  }
  return found;
}

/** One replay. */
class War {
  constructor(raw, number) {
    this.raw = raw;
    this.number = number;
    this.title = raw.policy || raw.name;
    this.frames = raw.frames;
    this.mats = War.decode(raw.frames);
    this.journals = raw.frames.map((frame, index) => entriesOf(frame.journal, index));
    this.missions = this.byMission();
    this.lists = new Map();
  }

  static decode(frames) {
    const mats = [];
    let numbers = Int16Array.from(frames[0].mat);
    mats.push(new Mat(numbers));
    for (const frame of frames.slice(1)) {
      numbers = numbers.slice();
      for (const [place, value] of pairs(frame.mat)) numbers[place] = value;
      mats.push(new Mat(numbers));
    }
    return mats;
  }

  /** The journal as one list, every entry or the short form: how many there are by each frame, and where missions begin and end. */
  journal(every) {
    if (!this.lists.has(every)) this.lists.set(every, this.listJournal(every));
    return this.lists.get(every);
  }

  listJournal(every) {
    const entries = [], counts = [], missions = new Map();
    for (const journal of this.journals) {
      entries.push(...journal.filter((entry) => every || !entry.quiet));
      counts.push(entries.length);
    }
    entries.forEach(({ mission }, place) => missions.set(mission, [missions.has(mission) ? missions.get(mission)[0] : place, place + 1]));
    return { entries, counts, missions };
  }

  /** The frames of each mission; one without a decision has the frame that tells of it. */
  byMission() {
    const found = new Map();
    for (const line of this.raw.missions) found.set(line.number, []);
    this.frames.forEach((frame, index) => {
      if (!found.has(frame.mission)) found.set(frame.mission, []);
      found.get(frame.mission).push(index);
    });
    for (const line of this.raw.missions) {
      if (!found.get(line.number).length) found.get(line.number).push(line.frame);
    }
    return found;
  }

  /** The frames of a mission by stage. */
  stagesOf(mission) {
    const found = new Map();
    let stage = 0;
    for (const index of this.missions.get(mission) || []) {
      stage = Math.max(stage, stageOf(this.mats[index]));
      if (!found.has(stage)) found.set(stage, []);
      found.get(stage).push(index);
    }
    return found;
  }

  /** The frame this war shows where another may be a decision ahead, and whether that is its own decision. */
  frameFor(mission, stages, stage, turn) {
    const own = stages.get(stage);
    if (own) return { frame: own[Math.min(turn, own.length - 1)], own: turn < own.length };
    if (!stages.size) return { frame: mission < this.raw.first ? 0 : this.frames.length - 1, own: false };
    const passed = [...stages.keys()].filter((one) => one < stage);
    return { frame: passed.length ? stages.get(passed.at(-1)).at(-1) : [...stages.values()][0][0], own: false };
  }

  line(mission) { return this.raw.missions.find((line) => line.number === mission); }

  question(index) { return DATA.texts[this.frames[index].question]; }

  /** The options of a frame, the one taken marked. */
  options(index) {
    const frame = this.frames[index];
    const chances = new Map(frame.chances || []), scores = new Map(frame.scores || []), errors = new Map(frame.errors || []);
    const more = (action) => (scores.has(action) && scores.has(frame.action) ? scores.get(action) - scores.get(frame.action) : null);
    return pairs(frame.legal).map(([action, text]) => ({
      action,
      text: DATA.texts[text],
      taken: action === frame.action,
      chance: frame.chances ? chances.get(action) || 0 : null,
      more: more(action),
      error: errors.get(action) || null,
    }));
  }

  /** The label of what was done; empty at the end. */
  answer(index) {
    const { action } = this.frames[index];
    if (action === undefined) return "";
    const taken = this.options(index).find((option) => option.taken);
    return taken ? taken.text : "an illegal action: nothing happened";
  }

  /** The label of what was done in its short form, for lists that show the rest. */
  briefAnswer(index) {
    const { brief } = this.frames[index];
    return brief === undefined ? this.answer(index) : DATA.texts[brief];
  }

  /** The question of a frame and what was done, people who are the same to the rules alike; null at the end. */
  answered(index) {
    const { question, action, person } = this.frames[index];
    if (action === undefined) return null;
    return { war: this, index, action, question, answer: person ? String(person) : action };
  }

  /** The routine that a frame belongs to; undefined if to none, or if a review marks it. */
  routine(index) { return this.loss(index) ? undefined : this.frames[index].routine; }

  /** What a frame adds to its mat, together with the frames that were passed over before it. */
  scene(index, passed) {
    const { attacks = [] } = this.frames[index];
    return { index, attacks, path: [...passed, index].flatMap((one) => this.frames[one].path || []) };
  }

  /** What a review says of a decision; undefined if nothing. */
  loss(index) { return this.raw.review ? this.raw.review.losses[index] : undefined; }

  /** Points of the final score between what was done and another action, by a review or by the policy itself; undefined if neither says. */
  stake(index, action) {
    if (this.raw.review) return (this.loss(index) || { cost: 0 }).cost;
    const other = this.options(index).find((option) => option.action === action);
    return other && other.more !== null ? Math.abs(other.more) : undefined;
  }

  /** What a review says of each mission: what was expected as it began, and what changed it; empty if there is none. */
  get reviewed() { return this.raw.review ? this.raw.review.expected : []; }

  /** The final score expected as each mission began, pairs of mission and points: by a review, else by the policy itself. */
  get expected() {
    if (this.reviewed.length) return this.reviewed.map((each) => [each.mission, each.expected]);
    const first = [...this.missions].map(([mission, frames]) => [mission, frames.find((index) => this.frames[index].expects !== undefined)]);
    return first.filter(([, index]) => index !== undefined).map(([mission, index]) => [mission, this.frames[index].expects]);
  }

  get score() { return this.raw.result ? this.raw.result.score : null; }

  /** Points of the missions that have ended by a frame. */
  missionsBy(index) { return this.raw.missions.filter((line) => line.frame <= index); }
}

const WARS = DATA.wars.map((raw, number) => new War(raw, number));

/** Every step of the page: mission by mission, stage by stage, each as often as the replay that stays longest. */
function makeSteps() {
  const missions = [...new Set(WARS.flatMap((war) => [...war.missions.keys()]))].sort((a, b) => a - b);
  return missions.flatMap(stepsOf);
}

function stepsOf(mission) {
  const staged = WARS.map((war) => war.stagesOf(mission));
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
  const found = new Set(ownFrames(step).map(([war, index]) => war.routine(index)));
  return found.size === 1 ? [...found][0] : undefined;
}

/**
 * Which steps are passed over, and before which: of a row of one routine that has a title the last stands for all of
 * them; a routine without a title is told of at the next step of the mission, whatever that is.
 */
function passOver() {
  for (const step of STEPS) step.routine = routineOf(step);
  STEPS.forEach((step, at) => {
    const next = STEPS[at + 1], before = STEPS[at - 1];
    const alone = !next || next.mission !== step.mission || (DATA.routines[step.routine] && next.routine !== step.routine);
    step.passed = step.routine !== undefined && !alone;
    step.first = before && before.passed ? before.first : at;
    step.before = STEPS.slice(step.first, at);
    step.title = step.before.length ? DATA.routines[step.routine] : undefined;
  });
}

passOver();

/** The decisions of a war that were passed over before a step. */
const passedBefore = (step, war) => step.before.map(({ shows }) => shows[war.number]).filter(({ own }) => own).map(({ frame }) => frame);

/** The grades of a review, the worst first. */
const GRADES = ["blunder", "mistake", "doubtful"];

/** What a review says of the decisions of a step. */
const lossesOf = (step) => ownFrames(step).map(([war, index]) => war.loss(index)).filter(Boolean);

/** The worst grade of a mission of one war; undefined if a review found nothing. */
function worstOf(war, mission) {
  const found = (war.missions.get(mission) || []).map((index) => war.loss(index)).filter(Boolean).map((loss) => loss.grade);
  return GRADES.find((grade) => found.includes(grade));
}

/** Pairs of answers that two replays give to the same question of this step, and that are not the same. */
function differences(step) {
  if (step.differences) return step.differences;
  const answers = ownFrames(step).map(([war, index]) => war.answered(index)).filter(Boolean);
  step.differences = answers.flatMap((one) => answers.filter((other) => one.question === other.question && one.answer !== other.answer).map((other) => [one, other]));
  return step.differences;
}

const differs = (step) => differences(step).length > 0;

/** Points below which a difference is passed over: what a review calls doubtful. */
const SMALLEST_STAKE = 0.1;

/** What the differences of a step are worth, in points of the final score, and who says so; undefined where nobody does. */
function stakeOf(step) {
  const stakes = differences(step).map(([{ war, index }, other]) => ({ points: war.stake(index, other.action), by: war.raw.review ? "the review" : war.title }));
  return stakes.filter(({ points }) => points !== undefined).sort((one, other) => other.points - one.points)[0];
}

/** Whether a step has a difference worth looking at, as far as anybody knows. */
function matters(step) {
  const stake = stakeOf(step);
  return differs(step) && (stake === undefined || stake.points >= SMALLEST_STAKE);
}

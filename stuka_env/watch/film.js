// The wars of the page, frame by frame.

/** Added to the look of an entry that only repeats its neighbour. */
const QUIET = 16;

/** The journal of a frame: text, look and mission of each entry, and the lines of a roll that opens. */
function entriesOf(texts, { journal: list, rolls = [] }, frame) {
  const entries = [], lines = new Map(rolls.map(([place, ...numbers]) => [place, numbers.map((number) => texts[number])]));
  for (let i = 0; i < list.length; i += 3) {
    const look = list[i + 1];
    entries.push({ text: texts[list[i]], look: look % QUIET, quiet: look >= QUIET, mission: list[i + 2], frame, lines: lines.get(i / 3) });
  }
  return entries;
}

/** One replay. `raw` has its texts and the shared parts of its sheets, which are those of the page unless a desk opens it. */
class War {
  constructor(raw, number) {
    const book = new SheetBook(raw.sheets);
    this.raw = raw;
    this.texts = raw.texts;
    this.number = number;
    this.title = raw.policy || raw.name;
    this.frames = raw.frames;
    this.sheets = this.through(({ sheet }, before) => (sheet ? book.changed(before, sheet) : before), []);
    this.stages = this.through(({ stage }, before) => stage ?? before, 0);
    this.standings = this.through(({ standing }, before) => standing ?? before, []);
    this.journals = raw.frames.map((frame, index) => entriesOf(this.texts, frame, index));
    this.missions = this.byMission();
    this.lists = new Map();
  }

  /** A value for each frame, from the frame and the value of the frame before. */
  through(next, first) {
    let value = first;
    return this.frames.map((frame) => { value = next(frame, value); return value; });
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

  /** The frames of each mission; a mission without a decision has the frame whose journal describes it. */
  byMission() {
    const frames = new Map();
    for (const line of this.raw.missions) frames.set(line.number, []);
    this.frames.forEach((frame, index) => {
      if (!frames.has(frame.mission)) frames.set(frame.mission, []);
      frames.get(frame.mission).push(index);
    });
    for (const line of this.raw.missions) {
      if (!frames.get(line.number).length) frames.get(line.number).push(line.frame);
    }
    return frames;
  }

  /** The frames of a mission by stage. */
  stagesOf(mission) {
    const frames = new Map();
    let stage = 0;
    for (const index of this.missions.get(mission) || []) {
      stage = Math.max(stage, this.stages[index]);
      if (!frames.has(stage)) frames.set(stage, []);
      frames.get(stage).push(index);
    }
    return frames;
  }

  /** The frame this war shows where another may be a decision ahead, and whether that is its own decision. */
  frameFor(mission, stages, stage, turn) {
    const own = stages.get(stage);
    if (own) return { frame: own[Math.min(turn, own.length - 1)], own: turn < own.length };
    if (!stages.size) return { frame: this.missions.get(mission)?.[0] ?? (mission < this.raw.first ? 0 : this.frames.length - 1), own: false };
    const earlier = [...stages.keys()].filter((one) => one < stage);
    return { frame: earlier.length ? stages.get(earlier.at(-1)).at(-1) : [...stages.values()][0][0], own: false };
  }

  /** The completed line of a mission; undefined for another one. */
  line(mission) { return this.raw.missions.find((line) => line.number === mission); }

  /** The sentence that says what decided a mission; undefined without one. */
  decided(mission) { return this.texts[this.line(mission)?.decided]; }

  /** Whether the war had ended before a mission. */
  isOverBefore(mission) { return this.score !== null && mission > Math.max(...this.missions.keys()); }

  question(index) { return this.sheets[index].question; }

  /** Whether the war is over in a frame. */
  isOver(index) { return this.sheets[index].is_over; }

  /** The options of a frame, the one taken marked. */
  options(index) {
    const frame = this.frames[index];
    const chances = new Map(frame.chances || []), scores = new Map(frame.scores || []), errors = new Map(frame.errors || []);
    const more = (action) => (scores.has(action) && scores.has(frame.action) ? scores.get(action) - scores.get(frame.action) : null);
    return pairs(frame.legal).map(([action, text]) => ({
      action,
      text: this.texts[text],
      taken: action === frame.action,
      chance: frame.chances ? chances.get(action) || 0 : null,
      value: scores.has(action) && !this.raw.values_are ? scores.get(action) : null,
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

  /** The heading of a frame in which nothing is decided: its passage or the end; empty for a decision. */
  heading(index) {
    const { passage } = this.frames[index];
    return passage ? capital(passage) : this.isOver(index) ? `The ${NOUNS.war} is over` : "";
  }

  /** The label of what was done in its short form, for lists that show the rest. */
  briefAnswer(index) {
    const { brief } = this.frames[index];
    return brief === undefined ? this.answer(index) : this.texts[brief];
  }

  /** The question of a frame and what was done, answers that are the same to the rules alike; null at the end. */
  answered(index) {
    const { question, action, alike = action } = this.frames[index];
    if (action === undefined) return null;
    return { war: this, index, action, question, answer: String(alike) };
  }

  /** The routine that a frame belongs to; undefined if to none, or if a review marks it. */
  routine(index) { return this.loss(index) ? undefined : this.frames[index].routine; }

  /** The loss of a decision that a review marks; undefined for another. */
  loss(index) { return this.raw.review ? this.raw.review.losses[index] : undefined; }

  /** Points of the final score between what was done and another action, by a review or by the policy itself; undefined if neither says. */
  stake(index, action) {
    if (this.raw.review) return (this.loss(index) || { cost: 0 }).cost;
    const other = this.options(index).find((option) => option.action === action);
    return other && other.more !== null ? Math.abs(other.more) : undefined;
  }

  /** The score expected as each mission began, and the reasons for its change, by a review; empty if there is none. */
  get reviewed() { return this.raw.review ? this.raw.review.expected : []; }

  /** The final score expected as each mission began, pairs of mission and points: by a review, else by the policy itself. */
  get expected() {
    if (this.reviewed.length) return this.reviewed.map((each) => [each.mission, each.expected]);
    const first = [...this.missions].map(([mission, frames]) => [mission, frames.find((index) => this.frames[index].expects !== undefined)]);
    return first.filter(([, index]) => index !== undefined).map(([mission, index]) => [mission, this.frames[index].expects]);
  }

  get score() { return this.raw.score; }

  /** Points of the final score that had been earned when a mission began. */
  earnedBefore(mission) {
    const line = this.line(mission - 1);
    return this.frames[line ? line.frame : 0].earned;
  }

  /** The running score as each mission began, pairs of mission and points. */
  get running() {
    return [...this.missions.keys()].sort((a, b) => a - b).map((mission) => [mission, this.earnedBefore(mission)]);
  }
}

/** A war that has a mission: one in which it is over, if there is one. */
const warWith = (mission) => WARS.find((war) => war.line(mission)) || WARS.find((war) => war.missions.has(mission));

/** The line of a mission that is over, or the name and the group of the open one. */
function lineOrOpen(mission) {
  const war = warWith(mission);
  return war.line(mission) || war.raw.open;
}

/** The name of a mission: its number on the log sheet, and its group if each group numbers its missions anew. */
const nameOfMission = (mission) => lineOrOpen(mission).name;

/** The number of a mission alone, for places under its group. */
const numberOfMission = (mission) => nameOfMission(mission).split(" ")[0];

/** A mission in words, with a capital letter. */
const missionWords = (mission) => `${capital(NOUNS.mission)} ${nameOfMission(mission)}`;

const WARS = DATA.wars.map((raw, number) => new War({ texts: DATA.texts, sheets: DATA.sheets, ...raw }, number));

/** Whether all replays are of one war, so that their dice are the same. */
const IS_ONE_WAR = WARS.every(({ raw }) => ["env", "seed", "episode", "charts", "arguments"].every((key) => JSON.stringify(raw[key]) === JSON.stringify(WARS[0].raw[key])));

/** Whether a replay has the highest final score of a war, and another one has less. */
const isWinner = ({ score }) => IS_ONE_WAR && score !== null && WARS.every((other) => (other.score ?? score) <= score) && WARS.some((other) => other.score !== score);

const winnerMark = (war) => (isWinner(war) ? [" ", html("b", { class: "winner" }, "winner")] : null);

// The decision of a pane: the question, the options, the policy's values, and the verdict of a review.

/** The policy's expectation, and the value of a difference between the replays. */
function expectationWords({ raw }, frame, stake) {
  const words = [];
  if (frame.expects !== undefined) words.push(`The policy expects a final score of ${frame.expects.toFixed(1)}${raw.limits ? ` (${raw.limits})` : ""}`);
  if (stake !== undefined) words.push(`The replays differ here by ${stake.points.toFixed(1)} ${NOUNS.final}, says ${stake.by}`);
  return words.join(". ");
}

/** Words for the last decision of a replay that was not played to its end. */
const ENDS_HERE = "The replay ends here.";

function drawOptions(pane, index, step, stake) {
  const { war } = pane, frame = war.frames[index], options = war.options(index);
  const heading = war.heading(index);
  pane.question.textContent = heading || `To decide: ${war.question(index)}`;
  pane.spoken = war.answer(index) && !hides(war, index) ? `Chosen: ${war.answer(index)}` : "";
  pane.value.textContent = expectationWords(war, frame, stake);
  const loss = war.loss(index), hidden = hides(war, index), isOther = Boolean(war.raw.values_are);
  pane.why.textContent = hidden || frame.why === undefined ? "" : `Why: ${war.texts[frame.why]}`;
  drawVerdict(pane, index, loss, hidden);
  pane.doubt.textContent = hidden ? "" : doubtWords(options, isOther);
  pane.heads.textContent = hidden ? "" : headWords(war, frame);
  const others = hidden ? new Map() : othersChoices(step, war), own = state.answered.get(nameOf(war, index));
  pane.options.replaceChildren(...options.map((option) => optionItem(option, {
    loss, isOther, others: others.get(option.action), isOwn: option.action === own, onTry: hidden ? () => answerQuiz(war, index, option) : null,
  })));
  if (!heading && frame.action === undefined) pane.options.append(html("li", { class: "note" }, ENDS_HERE));
  if (frame.action !== undefined && !options.some((option) => option.taken)) {
    pane.options.append(html("li", { class: "note taken" }, war.answer(index)));
  }
}

/** The names of other replays that chose differently at the same question, by action. */
function othersChoices(step, war) {
  const names = new Map();
  for (const [own, other] of differences(step)) {
    if (own.war === war) names.set(other.action, [...(names.get(other.action) || []), other.war.title]);
  }
  return names;
}

/** The decisions in some frames of a routine, as one step. */
function drawDecided(pane, step, frames) {
  const lines = frames.length ? decidedLines(step.routine, pane.war, frames) : [["", "nothing", ""]];
  pane.question.textContent = step.title;
  pane.spoken = decidedWords(lines);
  pane.value.textContent = pane.why.textContent = pane.doubt.textContent = pane.heads.textContent = "";
  pane.verdict.hidden = true;
  pane.options.replaceChildren(...lines.map(([mark, words, more]) => html("li", { class: "decided" },
    html("span", { class: "tickmark" }, mark), html("span", { class: "label" }, words), more ? html("span", { class: "more" }, more) : null)));
  drawSkipped(pane, step, plural(frames.length, "question"));
}

/**
 * The decisions in a row of frames of one routine, line by line: a mark, words, and words to their right. A routine with a
 * panel has the people of its pieces with what they carry, and the last answer; another one has all answers.
 */
function decidedLines(routine, war, frames) {
  const { panel } = DATA.routines[routine];
  if (!panel) return frames.map((index) => ["", war.answer(index), ""]);
  const index = frames.at(-1), { parts } = war.sheets[index].panels.find(({ name }) => name === panel);
  return [...parts.flatMap(({ pieces }) => pieces).filter((piece) => piece.is_on && !isSmall(piece)).map(pieceLine), ["", war.briefAnswer(index), ""]];
}

/** A piece in a line: its number, its people, and its first value in short. */
function pieceLine({ label, parts }) {
  const people = parts.filter(({ kind, is_on: isOn }) => kind === "piece" && isOn), value = parts.find(({ kind }) => kind === "value");
  return [label, joined(people.map(nameOfPiece)) || "nobody yet", value?.words ? value.short || value.words : ""];
}

const decidedWords = (lines) => lines.map((parts) => parts.filter((part) => part !== "").join(" ")).join("; ");

/** A question, and the decisions that were skipped before it. */
function drawQuestion(pane, step, skipped, stake) {
  const before = skipped.filter((index) => index < pane.index); // a war that waits stands at the last of them
  drawOptions(pane, pane.index, step, stake);
  const answers = before.map((index) => pane.war.answer(index)).filter(Boolean);
  drawSkipped(pane, step, answers.length ? `Before this: ${answers.join("; ")}` : "");
}

/** Words about skipped decisions, with a button that makes each of them a step. */
function drawSkipped(pane, step, words) {
  const open = html("button", { type: "button" }, "one by one");
  open.addEventListener("click", () => oneByOne(step.first));
  pane.skipped.hidden = !words;
  pane.skipped.replaceChildren(`${words}, `, open);
}

/** The expected points of an option above the choice, with the standard error where it is known; or another number. */
function moreWords({ more, error }, isOther) {
  const digits = isOther ? 2 : 1, rounded = Number(more.toFixed(digits)) || 0; // no negative zero
  return `${rounded > 0 ? "+" : ""}${rounded.toFixed(digits)}${error === null ? "" : ` \u00b1 ${error.toFixed(digits)}`}${isOther ? "" : ` ${NOUNS.unit}`}`;
}

/** The option with the highest expectation, if it is not the choice; empty otherwise. */
function doubtWords(options, isOther) {
  const best = options.filter((option) => option.more !== null && !option.taken).sort((one, other) => other.more - one.more)[0];
  const unsure = best && best.error !== null ? ", not enough to be sure" : ""; // not where the error is unknown
  return best && best.more >= 0.05 ? `${best.text}: ${moreWords(best, isOther)}${unsure}` : "";
}

/** The heading of the numbers beside the options: whose they are. */
function headWords({ title, raw }, { chances, scores, errors }) {
  const words = [chances ? "how likely it takes each" : "", scores ? `${raw.values_are ? "numbers" : NOUNS.unit} ${errors ? "\u00b1 " : ""}beside its choice${raw.values_are ? `, ${raw.values_are}` : ""}` : ""].filter(Boolean);
  return words.length ? `${title || "the policy"}: ${words.join("; ")}` : "";
}

const percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

/**
 * A line of the list. `isOther` if its number has another meaning than points, `others` are the replays that chose it, and `isOwn` marks the viewer's answer. `onTry` is called
 * on a click while the answer is hidden.
 */
function optionItem(option, { loss, isOther, others, isOwn, onTry }) {
  const taken = option.taken && !onTry, better = loss && option.action === loss.better && !onTry;
  const item = html("li", { class: taken ? "taken" : better ? "better" : null, "data-action": option.action });
  const label = onTry ? html("button", { type: "button", class: "label" }, option.text) : html("span", { class: "label" }, option.text);
  if (onTry) label.addEventListener("click", onTry);
  item.append(html("span", { class: "tickmark", "aria-hidden": "true" }, taken ? "\u2714" : better ? "\u2605" : others ? "\u2260" : ""), label);
  if (taken || better) item.append(html("span", { class: "unseen" }, taken ? " (chosen)" : " (better)"));
  if (onTry) return item;
  const share = option.chance === null ? null : html("span", { class: "chance" }, percent(option.chance));
  const more = option.more === null || option.taken ? null : html("span", { class: "more" }, moreWords(option, isOther));
  const own = option.taken && option.value !== null ? html("span", { class: "expected" }, amount(option.value, 1)) : null;
  if (share || more || own) item.append(html("span", { class: "opinion" }, share, more, own));
  if (isOwn) item.append(html("span", { class: "yours" }, "yours"));
  if (others) item.append(html("span", { class: "others-choice" }, `chosen by ${others.join(" and ")}`));
  if (share) item.append(html("meter", { min: 0, max: 1, value: option.chance, "aria-hidden": "true" }));
  return item;
}

// --- the verdict of a review ---

const nameOf = (war, index) => `${war.number}:${index}`;

/** Whether the answer of a mistake is still hidden. */
const hides = (war, index) => state.quiz && war.loss(index) !== undefined && !state.answered.has(nameOf(war, index));

function optionText(war, index, action) {
  const option = war.options(index).find((one) => one.action === action);
  return option ? option.text : `action ${action}`;
}

/** In how many paired futures of a loss the better action scored more, less and the same. */
function pairWords({ num_better: better, num_worse: worse, num_pairs: pairs }) {
  const [more, less, same, all] = [better, worse, pairs - better - worse, pairs].map((count) => count.toLocaleString("en"));
  return `better in ${more}, worse in ${less}, equal in ${same} of ${all} paired futures (both choices are flown on with the same dice)`;
}

function lossWords(war, index, loss) {
  const cost = `${loss.grade[0].toUpperCase()}${loss.grade.slice(1)}: cost ${loss.cost.toFixed(2)} \u00b1 ${loss.error.toFixed(2)} ${NOUNS.final}`;
  return `${cost}; \u201c${optionText(war, index, loss.better)}\u201d was ${pairWords(loss)}`;
}

function drawVerdict(pane, index, loss, hidden) {
  pane.verdict.hidden = !loss;
  if (!loss) return;
  const { war } = pane, name = nameOf(war, index), isAnswered = state.answered.has(name);
  pane.verdict.className = `verdict grade-${hidden ? "hidden" : loss.grade}`;
  const reply = isAnswered ? `${replyWords(war, index, state.answered.get(name))} ` : "";
  const words = hidden ? "The replay chose an action here, and another one was better. What would you do?" : reply + lossWords(war, index, loss);
  pane.verdict.replaceChildren(words, ...(isAnswered ? [nextQuestion()] : []));
}

/** The reply to the viewer's answer, with its cost as far as the review has it. */
function replyWords(war, index, action) {
  if (action === war.loss(index).better) return "Right.";
  if (action === war.frames[index].action) return "That was the choice of the replay.";
  return "Neither the choice of the replay nor the better action; the cost of yours is not known.";
}

/** Show the answer of a mistake after the viewer has chosen. */
function answerQuiz(war, index, option) {
  state.answered.set(nameOf(war, index), option.action);
  redraw();
}

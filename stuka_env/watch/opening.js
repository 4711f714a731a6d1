// The opening card: the final score with its level, par and luck as far as they are known, and the turning points as links.

const TURNING_POINTS = 3;
/** Points below which a change is no turning point. */
const SMALLEST_CHANGE = 0.05;
/** Looks of journal entries that tell a loss and a gain. */
const LOSS_LOOK = 3, GAIN_LOOK = 4;

/** The changes of the policy's own expectation from decision to decision, each with the mission that it belongs to. */
function expectationChanges(war) {
  const known = war.frames.map((frame, index) => [index, frame.expects]).filter(([, expects]) => expects !== undefined);
  if (known.length && war.score !== null) known.push([war.frames.length - 1, war.score]);
  return known.slice(1).map(([index, expects], i) => {
    const happened = entriesBetween(war, known[i][0], index);
    return { index, mission: happened.at(-1)?.mission ?? war.frames[index].mission, change: expects - known[i][1], happened };
  });
}

/** What two decisions led to, in short: of the end of a mission without the begin of the next one. */
function entriesBetween(war, before, index) {
  const entries = war.journals.slice(before + 1, index + 1).flat().filter((entry) => !entry.quiet);
  const own = entries.filter((entry) => entry.mission === war.frames[before].mission);
  return own.length ? own : entries;
}

/** The changes of the expectation by mission, by a review. */
const reviewedChanges = (war) => war.reviewed.map(({ mission, luck, decisions }) => ({ mission, change: luck + decisions, parts: { luck, decisions } }));

/** The points of each mission beside the mean of all; empty in a war of few missions. */
function scoreChanges(war) {
  const running = [...war.running, ...(war.score === null ? [] : [[Infinity, war.frames.at(-1).earned]])];
  const gains = running.slice(1).map(([, points], i) => ({ mission: running[i][0], gain: points - running[i][1] }));
  const mean = gains.reduce((sum, { gain }) => sum + gain, 0) / gains.length;
  return gains.length > TURNING_POINTS ? gains.map(({ mission, gain }) => ({ mission, change: gain - mean })) : [];
}

/** How much happened in a mission: of equal changes the one with more events is shown. */
const eventCount = (war, mission) => (war.line(mission)?.events.length || 0);

/** The most important changes of a war in their order, and what their figures are. */
function turningPoints(war) {
  const [changes, source] = war.reviewed.length ? [reviewedChanges(war), "changes of the expected final score, by the review"]
    : war.frames.some(({ expects }) => expects !== undefined) ? [expectationChanges(war), `changes of the final score that ${war.title} expects`]
      : [scoreChanges(war), `the ${NOUNS.mission}s that differ most from the mean`];
  const largest = changes.filter(({ change }) => Math.abs(change) >= SMALLEST_CHANGE)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change) || eventCount(war, other.mission) - eventCount(war, one.mission));
  return [largest.slice(0, TURNING_POINTS).sort((one, other) => one.mission - other.mission || one.index - other.index), source];
}

/** The figures of a turning point, and what happened, in a few words. */
function turningWords(war, { mission, change, parts, happened }) {
  const line = war.line(mission);
  if (parts) return [points(change, true), [`luck ${points(parts.luck, true)}, decisions ${points(parts.decisions, true)}`, ...momentsOf(war, mission)].join("; ")];
  if (!happened) return ["", line ? [line.words, ...momentsOf(war, mission)].join("; ") : ""];
  const look = change < 0 ? LOSS_LOOK : GAIN_LOOK, told = happened.findLast((entry) => entry.look === look);
  if (told) return [points(change, true), told.text.replace(/\.$/, "")];
  return [points(change, true), line ? [line.words, ...momentsOf(war, mission)].join("; ") : happened.at(-1)?.text.replace(/\.$/, "") || ""];
}

/** A turning point as a button that goes there. */
function turningButton(war, point) {
  const { index, mission } = point, worst = worstDecision(war, mission), [figures, words] = turningWords(war, point);
  const button = html("button", { type: "button" }, html("b", {}, missionWords(mission)), ` ${figures} `, html("small", {}, words));
  button.addEventListener("click", () => {
    if (index !== undefined) openDecision(war, index);
    else if (worst !== undefined) openDecision(war, worst);
    else { pause(); openAt(firstStep(mission)); }
  });
  return html("li", {}, button);
}

/** Par and luck by the review. */
function luckWords({ raw: { review } }) {
  const account = review?.account;
  return account ? `par ${points(account.par)}, luck ${points(account.luck, true)} ${plusMinus(account.luck_error)} by the review` : "";
}

/** The card of one replay. */
function openingOf(war) {
  const [turns, source] = hasRows ? [[], ""] : turningPoints(war); // the rows of many replays stay near the top
  const score = war.score === null ? "not played to its end" : ["final score ", html("b", {}, String(war.score)), levelWords(war)];
  return html("section", { class: `opening-war war-edge-${war.number}`, "aria-label": `Result${ofWar(war)}` },
    html("p", { class: "opening-score" }, WARS.length > 1 ? html("span", { class: "name" }, `${war.title}: `) : "", score, winnerMark(war), luckWords(war) ? html("small", {}, luckWords(war)) : ""),
    turns.length ? [html("p", { class: "soft answers" }, `Turning points, ${source}:`), html("ol", { class: "turning answers" }, turns.map((point) => turningButton(war, point)))] : null);
}

function drawOpening(home) {
  home.replaceChildren(...WARS.map(openingOf));
}

// The curve of the score: the expected final score where it is known, else the running score. Of three and more replays it
// is the difference to the first. The curve of a war that ends before others goes on at its final score.

/** Heights of the curve: beside the habits of a review, and directly under the strip of missions. */
const REVIEW_CURVE = 176, STRIP_CURVE = 92;

/** Whether the curve is of expected scores: by a review of any replay, or by the policies of all. */
const isExpectation = () => WARS.some((war) => war.reviewed.length) || WARS.every((war) => war.expected.length);

/** The points of a curve as each mission began, and the final score up to the end of the page: pairs of mission and points. */
function curveOf(war) {
  const points = isExpectation() ? war.expected : war.running;
  if (!points.length || war.score === null) return points;
  const end = points.at(-1)[0] + 1, last = Math.max(end, missionSpan()[1] + 1);
  return [...points, ...Array.from({ length: last - end + 1 }, (_, i) => [end + i, war.score])];
}

/** The replay that the others are compared with: the first that has a curve. */
const comparedWith = () => WARS.find((war) => curveOf(war).length) || WARS[0];

/** The curves that are drawn: of three and more replays less the first, where its points are known. */
function drawnCurves() {
  const curves = WARS.map(curveOf), first = curves[comparedWith().number];
  if (!hasRows || !first.length) return curves;
  const pointsAt = (mission) => first.findLast(([at]) => at <= mission)[1], isKnown = ([at]) => at >= first[0][0] && at <= first.at(-1)[0];
  return curves.map((curve) => curve.filter(isKnown).map(([at, points]) => [at, points - pointsAt(at)]));
}

/** Round bounds around some numbers, and their places in a graph. */
function bounded(numbers, width, tall, span) {
  const low = Math.floor(Math.min(...numbers) / 5) * 5, high = Math.max(low + 5, Math.ceil(Math.max(...numbers) / 5) * 5);
  const step = (width - GRAPH_LEFT - 6) / (span[1] - span[0] + 2);
  return {
    low, high, step, tall,
    x: (number) => GRAPH_LEFT + (number - span[0] + 0.5) * step,
    y: (value) => tall - GRAPH_FOOT - ((value - low) / (high - low)) * (tall - GRAPH_FOOT - GRAPH_TOP),
  };
}

/** The events of a mission in words: those of the game, and the worst grade of a review. */
function momentsOf(war, mission) {
  const line = war.line(mission), grade = worstOf(war, mission);
  if (!line) return [];
  return [...line.events.map(([, words]) => words), grade].filter(Boolean);
}

/** The marks of a mission on the curve: a cross under it for losses, a diamond over it for feats, a disc for a mistake. */
function momentMarks(war, { x, y, floor }, mission) {
  const line = war.line(mission), grade = worstOf(war, mission), kinds = new Set(line ? line.events.map(([kind]) => kind) : []);
  return [
    grade ? disc(x, y, 4, `mark-${grade}`) : null,
    kinds.has("loss") ? svg("path", { d: `M${x - 3} ${Math.min(y + 6, floor)}l6 6m0-6l-6 6`, class: `mark-loss war-line-${war.number}` }) : null,
    kinds.has("feat") ? svg("path", { d: `M${x} ${y - 13}l4 4l-4 4l-4-4z`, class: `mark-feat war-fill-${war.number}` }) : null,
  ];
}

/** The score, mission by mission, with losses, feats and the decisions that a review marks. */
function scoreCurve(width, tall) {
  const span = missionSpan(), curves = drawnCurves(), title = curveTitle();
  const place = bounded(curves.flat().map(([, points]) => points), width, tall, span);
  const lines = curves.map((curve, number) => svg("polyline", {
    points: curve.map(([at, points]) => `${place.x(at)},${place.y(points)}`).join(" "), class: `war-line war-line-${number}`,
  }));
  const begun = WARS.map((war) => new Map(isExpectation() ? war.expected : war.running));
  const marks = WARS.map((war, i) => curves[i].filter(([at]) => begun[i].has(at)).map(([at, points]) => momentMarks(war, { x: place.x(at), y: place.y(points), floor: place.tall - GRAPH_FOOT - 7 }, at)));
  const unit = isExpectation() ? "expected" : `${NOUNS.unit} before it`;
  const describe = (mission) => WARS.map((war, i) => (begun[i].has(mission)
    ? [`${war.title}: ${begun[i].get(mission).toFixed(1)} ${unit}`, ...momentsOf(war, mission)].join(", ")
    : war.isOverBefore(mission) ? `${war.title}: over with ${amount(war.score)}` : "")).filter(Boolean);
  const ends = (war, curve) => `from ${curve[0][1].toFixed(1)} to ${curve.at(-1)[1].toFixed(war.score === null || hasRows ? 1 : 0)}`;
  const label = `${title}: ${WARS.map((war, i) => `${war.title}, ${curves[i].length ? ends(war, curves[i]) : "not known"}`).join("; ")}`;
  const values = [...new Set([place.low, (place.low + place.high) / 2, place.high])];
  return drawing(width, tall, label, nowMark(place, span), axes(width, span, place, values), lines, marks, missionFields(place, span, describe));
}

/** The title of the curve. */
const curveTitle = () => `${isExpectation() ? "Expected final score" : "Running score"}${hasRows ? `, less that of ${comparedWith().title}` : ""}`;

/** The title of the curve and what its marks mean. */
function curveCaption() {
  const marks = [DATA.events, WARS.some((war) => war.raw.review) ? `\u25cf a decision that cost ${NOUNS.unit}` : ""].filter(Boolean).join(", ");
  const captioned = (words) => [curveTitle(), [words, marks].filter(Boolean).join("; ")];
  if (!isExpectation()) return captioned(`${NOUNS.final} earned before each ${NOUNS.mission}`);
  const source = WARS.some((war) => war.reviewed.length) ? "by the review" : WARS.length > 1 ? "by each policy" : "by the policy itself";
  return captioned(`as each ${NOUNS.mission} began, ${source}`);
}

/** Draw the curve into its section; a war of one mission has none. */
function drawCurve(home) {
  home.hidden = !hasGraphs();
  if (home.hidden) return;
  const figure = titledFigure(...curveCaption());
  home.replaceChildren(figure);
  figure.append(scoreCurve(Math.max(220, figure.clientWidth), reviewedWars().length ? REVIEW_CURVE : STRIP_CURVE));
}

/** The changes of the expected final score by mission: luck as pale bars, decisions as strong ones. */
function changesGraph(width) {
  const span = missionSpan(), changes = WARS.flatMap((war) => war.reviewed);
  const place = bounded([-1, 1, ...changes.flatMap((each) => [each.luck, each.decisions])], width, GRAPH_TALL, span);
  const wide = Math.max(1.5, place.step / WARS.length / 2 - 0.75);
  const bar = (value, x, look) => box(x, Math.min(place.y(0), place.y(value)), wide, Math.abs(place.y(value) - place.y(0)), look, 1);
  const bars = WARS.map((war) => war.reviewed.map((each) => {
    const x = place.x(each.mission) - place.step / 2 + war.number * (place.step / WARS.length) + 0.75;
    return [bar(each.luck, x, `war-fill-${war.number} pale`), bar(each.decisions, x + wide, `war-fill-${war.number}`)];
  }));
  const label = `Luck and decisions by ${NOUNS.mission}: ${WARS.map((war) => (war.raw.review && war.raw.review.summary ? `${war.title}, ${war.raw.review.summary}` : `${war.title}, not known`)).join("; ")}`;
  return drawing(width, GRAPH_TALL, label, nowMark(place, span), axes(width, span, place, [place.low, 0, place.high]), bars, missionFields(place, span));
}

// The war in four graphs, one line or set of bars for each replay.

const GRAPHS = [
  { title: "Score by mission", bars: true, value: (line) => line.score },
  { title: "Stress of all crews", value: (line) => line.standing.stress },
  { title: "Aircraft ready", value: (line) => line.standing.aircraft },
  { title: "Aircraft lost", value: (line) => line.standing.destroyed, second: (line) => line.standing.kia },
];
const GRAPH_TALL = 150, GRAPH_LEFT = 30, GRAPH_FOOT = 20;

/** A round number at or above the largest value. */
function ceiling(values) {
  const most = Math.max(4, ...values);
  const step = [4, 8, 12, 20, 40, 60, 80, 100, 120, 160, 200, 300].find((number) => number >= most);
  return step || Math.ceil(most / 100) * 100;
}

/** The missions of the page, first and last. */
function missionSpan() {
  const numbers = WARS.flatMap((war) => war.raw.missions.map((line) => line.number));
  return numbers.length ? [Math.min(...numbers), Math.max(...numbers)] : [0, 0];
}

function axes(width, top, span, place) {
  const lines = [0, 0.5, 1].map((share) => {
    const y = place.y(top * share);
    return svg("g", {}, svg("line", { x1: GRAPH_LEFT, x2: width, y1: y, y2: y, class: "grid" }),
      text(GRAPH_LEFT - 5, y + 4, top * share, "tiny soft", "end"));
  });
  const every = Math.max(1, Math.ceil((span[1] - span[0] + 1) / 8));
  const numbers = [];
  for (let mission = span[0]; mission <= span[1]; mission += every) {
    numbers.push(text(place.x(mission), GRAPH_TALL - 5, mission + 1, "tiny soft", "middle"));
  }
  return [lines, numbers];
}

function barsOf(war, graph, place) {
  const wide = Math.max(1.5, place.step / WARS.length - 1.5);
  return war.raw.missions.map((line) => {
    const y = place.y(graph.value(line)), x = place.x(line.number) - place.step / 2 + war.number * (place.step / WARS.length) + 0.75;
    return box(x, y, wide, Math.max(0, place.y(0) - y), `war-fill-${war.number}`, 1);
  });
}

function lineOf(war, value, place, look) {
  const points = war.raw.missions.map((line) => `${place.x(line.number)},${place.y(value(line))}`);
  const last = war.raw.missions.at(-1);
  return svg("g", {}, svg("polyline", { points: points.join(" "), class: `war-line war-line-${war.number} ${look}` }),
    last ? disc(place.x(last.number), place.y(value(last)), 2.5, `war-fill-${war.number}`) : null);
}

/** The marks of the mission that is shown, one in each graph; they move, the graphs stay. */
let nowMarks = [];

function nowMark(place, span) {
  const mark = box(0, 4, place.step, GRAPH_TALL - GRAPH_FOOT - 4, "now", 2);
  nowMarks.push({ mark, place, span });
  return mark;
}

function moveMarks(mission) {
  for (const { mark, place, span } of nowMarks) {
    mark.setAttribute("x", place.x(mission) - place.step / 2);
    mark.toggleAttribute("hidden", mission < span[0] || mission > span[1]);
  }
}

function graph(what, width) {
  const both = what.second ? [what.value, what.second] : [what.value];
  const top = ceiling(WARS.flatMap((war) => war.raw.missions.flatMap((line) => both.map((value) => value(line)))));
  const span = missionSpan(), step = (width - GRAPH_LEFT - 6) / (span[1] - span[0] + 1);
  const place = {
    step,
    x: (number) => GRAPH_LEFT + (number - span[0] + 0.5) * step,
    y: (value) => GRAPH_TALL - GRAPH_FOOT - (value / top) * (GRAPH_TALL - GRAPH_FOOT - 12),
  };
  const now = nowMark(place, span);
  const label = `${what.title}: ${WARS.map((war) => graphWords(war, both)).join("; ")}`;
  const drawn = WARS.map((war) => what.bars ? barsOf(war, what, place)
    : [lineOf(war, what.value, place, ""), what.second ? lineOf(war, what.second, place, "line-second") : null]);
  return drawing(width, GRAPH_TALL, label, now, axes(width, top, span, place), drawn);
}

function graphWords(war, values) {
  const last = war.raw.missions.at(-1);
  return last ? `${war.title}, ${plural(war.raw.missions.length, "mission")}, at the end ${values.map((value) => value(last)).join(" and ")}` : `${war.title}, no mission yet`;
}

// --- what was expected ---

/** The final score expected as each mission began, then the score itself where the war has one: pairs of mission and points. */
function expectationOf({ expected, score }) {
  return expected.length && score !== null ? [...expected, [expected.at(-1)[0] + 1, score]] : expected;
}

/** Round bounds around some numbers, and where they are drawn. */
function bounded(numbers, width, span) {
  const low = Math.floor(Math.min(...numbers) / 5) * 5, high = Math.ceil(Math.max(...numbers) / 5) * 5;
  const step = (width - GRAPH_LEFT - 6) / (span[1] - span[0] + 2);
  return {
    low, high, step,
    x: (number) => GRAPH_LEFT + (number - span[0] + 0.5) * step,
    y: (value) => GRAPH_TALL - GRAPH_FOOT - ((value - low) / Math.max(1, high - low)) * (GRAPH_TALL - GRAPH_FOOT - 12),
  };
}

function boundedAxes(width, span, place, ticks) {
  const lines = ticks.map((value) => svg("g", {}, svg("line", { x1: GRAPH_LEFT, x2: width, y1: place.y(value), y2: place.y(value), class: "grid" }),
    text(GRAPH_LEFT - 5, place.y(value) + 4, value, "tiny soft", "end")));
  const every = Math.max(1, Math.ceil((span[1] - span[0] + 1) / 8));
  const numbers = [];
  for (let mission = span[0]; mission <= span[1]; mission += every) numbers.push(text(place.x(mission), GRAPH_TALL - 5, mission + 1, "tiny soft", "middle"));
  return [lines, numbers];
}

/** Where the missions of a graph are clicked; `told` says more of a mission. */
function missionFields(place, span, told = () => []) {
  const fields = [];
  for (let mission = span[0]; mission <= span[1]; mission++) {
    const field = box(place.x(mission) - place.step / 2, 0, place.step, GRAPH_TALL - GRAPH_FOOT, "field", 0);
    field.append(svg("title", {}, [`Mission ${mission + 1}`, ...told(mission)].join("\n")));
    field.addEventListener("click", () => goTo(firstStep(mission)));
    fields.push(field);
  }
  return fields;
}

/** What befell a war in a mission, in words: losses, a gamble, the worst that a review says. */
function momentsOf(war, mission) {
  const line = war.line(mission), grade = worstOf(war, mission);
  if (!line) return [];
  return [line.lost ? `${line.lost} aircraft lost` : "", line.gamble ? `Rudel Gamble ${line.gamble}` : "", grade || ""].filter(Boolean);
}

/** The marks of a mission on the curve: a cross under it for losses, a diamond over it for a gamble, a disc for a mistake. */
function momentMarks(war, x, y, mission) {
  const line = war.line(mission), grade = worstOf(war, mission);
  return [
    grade ? disc(x, y, 4, `mark-${grade}`) : null,
    line && line.lost ? svg("path", { d: `M${x - 3} ${y + 6}l6 6m0-6l-6 6`, class: `mark-loss war-line-${war.number}` }) : null,
    line && line.gamble ? svg("path", { d: `M${x} ${y - 13}l4 4l-4 4l-4-4z`, class: `mark-gamble war-fill-${war.number}` }) : null,
  ];
}

/** The score that is expected, mission by mission, with losses, gambles and the decisions that a review marks. */
function expectationGraph(width) {
  const span = missionSpan(), curves = WARS.map(expectationOf);
  const place = bounded(curves.flat().map(([, points]) => points), width, span);
  const lines = curves.map((curve, number) => svg("polyline", {
    points: curve.map(([at, points]) => `${place.x(at)},${place.y(points)}`).join(" "), class: `war-line war-line-${number}`,
  }));
  const marks = WARS.map((war) => war.expected.map(([at, points]) => momentMarks(war, place.x(at), place.y(points), at)));
  const told = (mission) => WARS.map((war) => {
    const points = new Map(war.expected).get(mission);
    return points === undefined ? "" : [`${war.title}: ${points.toFixed(1)} expected`, ...momentsOf(war, mission)].join(", ");
  }).filter(Boolean);
  const now = nowMark(place, span);
  const ends = (war, curve) => `from ${curve[0][1].toFixed(1)} to ${curve.at(-1)[1].toFixed(war.score === null ? 1 : 0)}`;
  const label = `Expected final score: ${WARS.map((war, i) => `${war.title}, ${curves[i].length ? ends(war, curves[i]) : "not known"}`).join("; ")}`;
  return drawing(width, GRAPH_TALL, label, now, boundedAxes(width, span, place, [place.low, (place.low + place.high) / 2, place.high]), lines, marks, missionFields(place, span, told));
}

/** What changed it: luck as the pale bars, decisions as the strong ones. */
function changesGraph(width) {
  const span = missionSpan(), every = WARS.flatMap((war) => war.reviewed);
  const place = bounded([-1, 1, ...every.flatMap((each) => [each.luck, each.decisions])], width, span);
  const wide = Math.max(1.5, place.step / WARS.length / 2 - 0.75);
  const bar = (value, x, look) => box(x, Math.min(place.y(0), place.y(value)), wide, Math.abs(place.y(value) - place.y(0)), look, 1);
  const bars = WARS.map((war) => war.reviewed.map((each) => {
    const x = place.x(each.mission) - place.step / 2 + war.number * (place.step / WARS.length) + 0.75;
    return [bar(each.luck, x, `war-fill-${war.number} pale`), bar(each.decisions, x + wide, `war-fill-${war.number}`)];
  }));
  const now = nowMark(place, span);
  const label = `What changed it: ${WARS.map((war) => (war.raw.review && war.raw.review.summary ? `${war.title}, ${war.raw.review.summary}` : `${war.title}, not known`)).join("; ")}`;
  return drawing(width, GRAPH_TALL, label, now, boundedAxes(width, span, place, [place.low, 0, place.high]), bars, missionFields(place, span));
}

/** The graphs of the page: title, a note, and how it is drawn. */
function graphsHere() {
  const reviewed = WARS.some((war) => war.reviewed.length), expected = WARS.some((war) => war.expected.length);
  const marks = `\u00d7 aircraft lost, \u25c6 gamble${reviewed ? ", \u25cf a decision that cost something" : ""}`;
  const found = [];
  if (expected) found.push(["Expected final score", `${reviewed ? "" : WARS.length > 1 ? "by each policy; " : "by the policy itself; "}${marks}`, expectationGraph]);
  if (reviewed) found.push(["What changed it", "pale: luck; strong: decisions", changesGraph]);
  return [...found, ...GRAPHS.map((what) => [what.title, what.second ? "dashed: people killed" : "", (width) => graph(what, width)])];
}

function drawGraphs(home) {
  nowMarks = [];
  const here = graphsHere();
  home.replaceChildren(...here.map(([title, note]) => html("figure", {}, html("figcaption", {}, title, note ? " " : "", note ? html("small", {}, note) : null))));
  const widths = [...home.children].map((figure) => Math.max(220, figure.clientWidth));
  [...home.children].forEach((figure, i) => figure.append(here[i][2](widths[i])));
}

/** What others scored in the same war, and where the score came from. */
function othersWords({ raw: { review } }) {
  if (!review) return "";
  const scores = Object.entries(review.scores).map(([name, score]) => `${name} ${score}`).join(", ");
  return html("span", { class: "others" }, scores ? ` In the same war: ${scores}.` : "", review.summary ? ` ${review.summary}.` : "");
}

function drawLegend(home) {
  home.replaceChildren(...WARS.map((war) => {
    const mark = drawing(14, 14, "", box(1, 1, 12, 12, `war-fill-${war.number}`, 3));
    mark.setAttribute("aria-hidden", "true");
    const result = war.raw.result;
    return html("li", {}, mark, html("strong", {}, war.title), " ",
      result ? `score ${result.score} (${result.level}), ${plural(result.destroyed, "aircraft")} lost, ${result.kia} killed, ${result.no_fly} not flown`
        : "not played to its end", othersWords(war));
  }));
}

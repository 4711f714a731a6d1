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

function graph(what, width, mission) {
  const both = what.second ? [what.value, what.second] : [what.value];
  const top = ceiling(WARS.flatMap((war) => war.raw.missions.flatMap((line) => both.map((value) => value(line)))));
  const span = missionSpan(), step = (width - GRAPH_LEFT - 6) / (span[1] - span[0] + 1);
  const place = {
    step,
    x: (number) => GRAPH_LEFT + (number - span[0] + 0.5) * step,
    y: (value) => GRAPH_TALL - GRAPH_FOOT - (value / top) * (GRAPH_TALL - GRAPH_FOOT - 12),
  };
  const now = mission >= span[0] && mission <= span[1] ? box(place.x(mission) - step / 2, 4, step, GRAPH_TALL - GRAPH_FOOT - 4, "now", 2) : null;
  const label = `${what.title}: ${WARS.map((war) => graphWords(war, both)).join("; ")}`;
  const drawn = WARS.map((war) => what.bars ? barsOf(war, what, place)
    : [lineOf(war, what.value, place, ""), what.second ? lineOf(war, what.second, place, "line-second") : null]);
  return drawing(width, GRAPH_TALL, label, now, axes(width, top, span, place), drawn);
}

function graphWords(war, values) {
  const last = war.raw.missions.at(-1);
  return last ? `${war.title}, ${war.raw.missions.length} missions, at the end ${values.map((value) => value(last)).join(" and ")}` : `${war.title}, no mission yet`;
}

function drawGraphs(home, mission) {
  home.replaceChildren(...GRAPHS.map((what) => {
    const note = what.second ? html("small", {}, "dashed: people killed") : null;
    return html("figure", {}, html("figcaption", {}, what.title, note ? " " : "", note));
  }));
  [...home.children].forEach((figure, i) => figure.append(graph(GRAPHS[i], Math.max(220, figure.clientWidth), mission)));
}

function drawLegend(home) {
  home.replaceChildren(...WARS.map((war) => {
    const mark = drawing(14, 14, "", box(1, 1, 12, 12, `war-fill-${war.number}`, 3));
    mark.setAttribute("aria-hidden", "true");
    const result = war.raw.result;
    return html("li", {}, mark, html("strong", {}, war.title), " ",
      result ? `score ${result.score} (${result.level}), ${plural(result.destroyed, "aircraft")} lost, ${result.kia} killed, ${result.no_fly} not flown`
        : "not played to its end");
  }));
}

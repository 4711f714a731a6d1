// Graphs of the missions of a war, one line or set of bars for each replay.

const GRAPH_TALL = 150, GRAPH_LEFT = 30, GRAPH_FOOT = 20, GRAPH_TOP = 12;

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

/** Whether there is more than one mission to draw. */
const hasGraphs = () => { const [first, last] = missionSpan(); return last > first; };

/** Lines at some values, and numbers of missions under them. */
function axes(width, span, place, values) {
  const lines = values.map((value) => svg("g", {}, svg("line", { x1: GRAPH_LEFT, x2: width, y1: place.y(value), y2: place.y(value), class: "grid" }),
    text(GRAPH_LEFT - 5, place.y(value) + 4, value, "tiny soft", "end")));
  const most = Math.max(8, Math.floor(width / 44)), marked = marksUnder(span, most);
  return [lines, marked.map(([mission, words]) => text(place.x(mission), place.tall - 5, words, "tiny soft", "middle"))];
}

/** The missions with words under a graph, at most about so many: numbers, or groups where each numbers its missions anew. */
function marksUnder(span, most) {
  const missions = Array.from({ length: span[1] - span[0] + 1 }, (_, i) => span[0] + i);
  const numbers = missions.map((mission) => [mission, numberOfMission(mission)]);
  const isUnique = new Set(numbers.map(([, number]) => number)).size === numbers.length;
  const groups = missions.map((mission) => [mission, lineOrOpen(mission).group]).filter(([, group], i, all) => !i || group !== all[i - 1][1]);
  const [words, room] = isUnique ? [numbers, most] : [groups, most / 2];
  const every = Math.max(1, Math.ceil(words.length / room));
  return words.filter((_, i) => i % every === 0);
}

/** Where the missions of a graph are clicked; `describe` returns more lines about a mission. */
function missionFields(place, span, describe = () => []) {
  const fields = [];
  for (let mission = span[0]; mission <= span[1]; mission++) {
    const field = box(place.x(mission) - place.step / 2, 0, place.step, place.tall - GRAPH_FOOT, "field", 0);
    field.append(svg("title", {}, [missionWords(mission), ...describe(mission)].join("\n")));
    field.addEventListener("click", () => openMission(mission));
    fields.push(field);
  }
  return fields;
}

function barsOf(war, graph, place) {
  const wide = Math.max(1.5, place.step / WARS.length - 1.5);
  return war.raw.missions.map((line) => {
    const [value] = line.values[graph], y = place.y(Math.max(0, value)), x = place.x(line.number) - place.step / 2 + war.number * (place.step / WARS.length) + 0.75;
    return box(x, y, wide, place.y(Math.min(0, value)) - y, `war-fill-${war.number}`, 1);
  });
}

function lineOf(war, value, place, look) {
  const points = war.raw.missions.map((line) => `${place.x(line.number)},${place.y(value(line))}`);
  const last = war.raw.missions.at(-1);
  return svg("g", {}, svg("polyline", { points: points.join(" "), class: `war-line war-line-${war.number} ${look}` }),
    last ? disc(place.x(last.number), place.y(value(last)), 2.5, `war-fill-${war.number}`) : null);
}

/** The marks of the current mission, one in each graph. They move, and the graphs stay. */
let nowMarks = [];

function nowMark(place, span) {
  const mark = box(0, 4, place.step, place.tall - GRAPH_FOOT - 4, "now", 2);
  nowMarks.push({ mark, place, span });
  return mark;
}

function moveMarks(mission) {
  for (const { mark, place, span } of nowMarks) {
    mark.setAttribute("x", place.x(mission) - place.step / 2);
    mark.toggleAttribute("hidden", mission < span[0] || mission > span[1]);
  }
}

/** One of the declared graphs. */
function graph(number, width) {
  const { title, has_bars: hasBars } = DATA.graphs[number], lines = WARS.flatMap((war) => war.raw.missions);
  const values = (lines[0]?.values[number] || []).map((_, place) => (line) => line.values[number][place]);
  const every = lines.flatMap((line) => line.values[number]), top = ceiling(every);
  const bottom = every.some((value) => value < 0) ? -ceiling(every.map((value) => -value)) : 0;
  const span = missionSpan(), step = (width - GRAPH_LEFT - 6) / (span[1] - span[0] + 1);
  const place = {
    step, tall: GRAPH_TALL,
    x: (mission) => GRAPH_LEFT + (mission - span[0] + 0.5) * step,
    y: (value) => GRAPH_TALL - GRAPH_FOOT - ((value - bottom) / (top - bottom)) * (GRAPH_TALL - GRAPH_FOOT - GRAPH_TOP),
  };
  const now = nowMark(place, span);
  const label = `${title}: ${WARS.map((war) => graphWords(war, values)).join("; ")}`;
  const drawn = WARS.map((war) => (hasBars ? barsOf(war, number, place) : values.map((value, i) => lineOf(war, value, place, i ? "line-second" : ""))));
  return drawing(width, GRAPH_TALL, label, now, axes(width, span, place, bottom ? [bottom, 0, top] : [0, top / 2, top]), drawn, missionFields(place, span));
}

function graphWords(war, values) {
  const last = war.raw.missions.at(-1);
  return last ? `${war.title}, ${plural(war.raw.missions.length, NOUNS.mission)}, at the end ${values.map((value) => value(last)).join(" and ")}` : `${war.title}, no ${NOUNS.mission} yet`;
}

/** The graphs under the mats: title, a note, and how each is drawn. */
function graphList() {
  if (!hasGraphs()) return [];
  const changes = WARS.some((war) => war.reviewed.length) ? [["Changes of the expected final score", `in each ${NOUNS.mission}; pale: luck; strong: decisions`, changesGraph]] : [];
  return [...changes, ...DATA.graphs.map(({ title, note }, number) => [title, note, (width) => graph(number, width)])];
}

/** A figure with its title and a small note. */
const titledFigure = (title, note) => html("figure", {}, html("figcaption", {}, title, note ? " " : "", note ? html("small", {}, note) : null));

/** Draw the curve and all graphs as wide as their places. */
function drawGraphs() {
  nowMarks = [];
  drawCurve(find("curve"));
  const graphs = graphList(), figures = graphs.map(([title, note]) => titledFigure(title, note));
  find("graphs").replaceChildren(...figures);
  const widths = figures.map((figure) => Math.max(220, figure.clientWidth));
  figures.forEach((figure, i) => figure.append(graphs[i][2](widths[i])));
}

/** One line for each replay: its colour, its result, the scores of others in the same war. */
function drawLegend(home) {
  home.replaceChildren(...WARS.map((war) => {
    const mark = drawing(14, 14, "", box(1, 1, 12, 12, `war-fill-${war.number}`, 3));
    mark.setAttribute("aria-hidden", "true");
    return html("li", {}, mark, html("strong", {}, war.title), " ",
      war.raw.outcome);
  }));
}

// The mat of a war, drawn from its sheet: panels with parts, which are records of views/sheet.py.

// --- sheets from packed data ---

/** Sheets whose equal parts are stored once: the kinds of their records, and their shared values. */
class SheetBook {
  constructor({ kinds, shared }) {
    this.kinds = kinds;
    this.fields = new Map(kinds.map(([kind, defaults]) => [kind, Object.keys(defaults)]));
    this.shared = shared;
    this.values = new Map();
  }

  /** A packed value: a number, or the shared value of a negative number. */
  unpack(packed) {
    if (packed >= 0) return packed;
    if (!this.values.has(packed)) this.values.set(packed, this.record(this.shared[-packed - 1]));
    return this.values.get(packed);
  }

  record(value) {
    if (!Array.isArray(value)) return value;
    const [number, ...packed] = value, [kind, defaults] = this.kinds[number], parts = packed.map((one) => this.unpack(one));
    if (!number) return parts;
    const names = this.fields.get(kind);
    return { kind, ...defaults, ...Object.fromEntries(parts.map((part, i) => [names[i], part])) };
  }

  /** A sheet after some changes: paths, each followed by a value. Parts that stay are those of the sheet before. */
  changed(sheet, changes) {
    return pairs(changes).reduce((before, [path, value]) => this.put(before, this.unpack(path).split(".").filter(Boolean), this.unpack(value)), sheet);
  }

  put(record, [place, ...rest], value) {
    if (place === undefined) return value;
    const copy = Array.isArray(record) ? [...record] : { ...record }, name = Array.isArray(record) ? place : this.fields.get(record.kind)[place];
    copy[name] = this.put(record[name], rest, value);
    return copy;
  }
}

// --- words ---

/** Words joined, without those that are empty. */
const joined = (words, by = ", ") => words.filter(Boolean).join(by);

/** The name of a piece: a person as "P3 Dornbeck", an aircraft as "aircraft 3". */
const nameOfPiece = ({ name, label, title }) => (title ? `${name[0].toUpperCase()}${label} ${title}` : joined([name, label], " "));

/** Words for a part, as they are read out; empty for a part that shows nothing. */
const WORDS = {
  value: ({ name, words }) => (words ? joined([name, words], " ") : ""),
  tag: ({ words }) => words,
  hits: ({ name, filled, most, tone }) => (filled || GOOD_TONES.includes(tone) ? `${name} ${filled} of ${most}` : ""),
  cells: ({ name, cells, words }) => joined([name, words ?? joined(cells.filter((cell) => cell.tone !== "none").map(cellWords))], ": "),
  spaces: ({ name, cells }) => `${name}: ${joined(cells.map(spaceWords)) || "nobody"}`,
  map: ({ name, places }) => `${name}: ${joined(places.filter(({ tone }) => tone !== "none" && tone !== "plain").map(stopWords), "; ")}`,
  figure: ({ left, right }) => wordsOf([...left, ...right]),
  piece: (piece) => (piece.is_on ? joined([nameOfPiece(piece), piece.state?.words, ...piece.tags.map(({ words }) => words), wordsOf(piece.parts)]) : ""),
  pieces: ({ name, pieces }) => `${name}: ${joined(pieces.map(WORDS_OF_PART), "; ") || "none"}`,
  sidebyside: ({ parts }) => wordsOf(parts),
};
const WORDS_OF_PART = (part) => WORDS[part.kind](part);
const wordsOf = (parts) => joined(parts.map(WORDS_OF_PART));
const GOOD_TONES = ["good", "own", "present"];

const cellWords = ({ said, name, words }) => said || joined([name, words], " ");

/** A space in words if something is on it. */
function spaceWords(space) {
  const marks = space.marks.map(({ name, words }) => joined([name, words], " ")).filter(Boolean);
  if (space.is_here && !marks.length) return cellWords(space);
  return marks.length || space.said ? joined([joined(marks) || space.said, marks.length ? `in ${space.name}` : ""], " ") : "";
}

/** A place of a map in words. */
const stopWords = ({ name, words, marks }) => joined([name, words, ...marks.map((mark) => joined([mark.name, mark.words], " "))]);

// --- drawing ---

/** The outline of a silhouette from half its points: a list that begins and ends on the axis. */
function outline(points) {
  const isHalf = points[0][0] === 0 && points.at(-1)[0] === 0;
  return isHalf ? [...points, ...[...points].reverse().map(([x, y]) => [-x, y])] : points;
}

/** A silhouette with a cross at each of some spots. */
function silhouette(name, { look = "", heading = 0, isLost = false, spots = [] } = {}) {
  const cross = ([x, y], size) => svg("path", { d: `M${x - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`, class: "cross" });
  const [body, details] = DATA.silhouettes[name];
  return svg("svg", { viewBox: "-1.05 -1.05 2.1 2.1", class: `silhouette ${look}`, "aria-hidden": "true" },
    svg("g", { transform: heading ? `rotate(${heading})` : null }, shape(outline(body), "body"), details.map((points) => shape(outline(points), "detail")), spots.map((spot) => cross(spot, 0.13))),
    isLost ? cross([0, 0], 0.85) : null);
}

const toned = (look, tone) => `${look} tone-${tone}`;
const boxes = (count, most, look) => Array.from({ length: most }, (_, i) => html("i", { class: i < count ? `full ${look}` : null }));

/** How each kind of part is drawn. */
const DRAWN = {
  value: ({ name, words, tone }) => (words ? html("p", { class: toned("phrase", tone) }, name ? html("span", { class: "name" }, name) : null, html("span", { class: "words" }, words)) : null),
  tag: ({ words, tone }) => html("span", { class: toned("tag", tone) }, words),
  hits: drawHits,
  cells: drawCells,
  spaces: (track) => drawTrack(track, false),
  map: drawMap,
  figure: drawFigure,
  piece: drawLone,
  pieces: drawPieces,
  sidebyside: drawBeside,
};
const drawPart = (part) => DRAWN[part.kind](part);

/** Parts in their order; values in a row become one list. */
function drawParts(parts) {
  const drawn = [];
  let values = [];
  for (const part of [...parts, null]) {
    if (part?.kind === "value" && part.name) values.push(part);
    else {
      if (values.length) drawn.push(drawFacts(values));
      values = [];
      if (part) drawn.push(drawPart(part));
    }
  }
  return drawn;
}

/** Names with their values. */
function drawFacts(values) {
  const shown = values.filter(({ words }) => words);
  return shown.length ? html("dl", { class: "facts" }, shown.map(({ name, words, tone }) => html("div", {}, html("dt", {}, name), html("dd", { class: toned("", tone) }, words)))) : null;
}

const isRow = ({ kind }) => kind === "value" || kind === "hits";

/** Parts side by side: values as a list, rows of boxes with values between them, or other parts; nothing if all are empty. */
function drawBeside({ parts }) {
  if (parts.every(({ kind }) => kind === "value")) return drawFacts(parts);
  const areRows = parts.every(isRow), drawn = (areRows ? parts.map(drawPart) : drawParts(parts)).filter(Boolean);
  return drawn.length ? html("div", { class: areRows ? "rows" : "beside" }, drawn) : null;
}

function drawHits({ name, filled, most, tone, is_cross: isCross }) {
  const look = toned(isCross ? "crossed" : "", tone);
  return html("p", { class: "hits" }, html("span", { class: filled && tone === "bad" ? "name struck" : "name" }, name), html("span", { class: "boxes" }, boxes(filled, isCross ? filled : most, look)));
}

function drawCells({ name, cells, columns, shape: outlined }) {
  if (outlined) return drawFigure({ shape: outlined, tone: "own", left: [{ kind: "cells", cells }], right: [] });
  const cell = (one) => html("span", { class: toned("cell", one.tone) + (one.is_here ? " here" : "") }, html("small", {}, one.name), one.words ? html("b", {}, one.words) : null);
  return html("div", { class: "cells" }, name ? html("span", { class: "name" }, name) : null, html("div", { class: columns ? "row in-columns" : "row", style: columns ? `--columns: ${columns}` : null }, cells.map(cell)));
}

/** Spaces in a row: a way, which has a panel for itself, a scale with the present state, or a list of those who wait. */
function drawTrack({ name, cells, note }, isAlone) {
  const look = isAlone ? "way" : cells.some((space) => space.is_here) ? "scale" : "queue";
  const title = isAlone ? null : html("p", { class: "name" }, name, note ? html("small", {}, ` ${note}`) : null);
  return html("div", { class: `track ${look}` }, title, html("div", { class: "spaces" }, cells.map(drawSpace)));
}

function drawSpace(space) {
  const look = [toned("space", space.tone), space.is_here ? "here" : "", space.is_passed ? "passed" : "", space.marks.some(({ tone }) => tone === "enemy") ? "wanted" : "", space.marks.length ? "taken" : ""];
  return html("div", { class: joined(look, " ") }, html("span", { class: "marks-here" }, space.marks.map(drawMark)), space.words ? html("b", {}, space.words) : null, html("small", {}, space.name));
}

function drawMark({ name, words, tone, shape: outlined, heading, crosses }) {
  const drawn = DATA.silhouettes[outlined] ? silhouette(outlined, { look: toned("", tone), heading, spots: crosses }) : null;
  return html("span", { class: toned("mark", tone), title: joined([name, words], " ") || null }, drawn, drawn ? null : name);
}

// --- maps ---

/** Tones of places whose names are not printed. */
const UNNAMED = ["none", "plain", "spent"];
/** The share of the width that is a margin, and from near its part of a piece; the flattest drawing from near, and the share of its free space above the pieces. */
const FAR_MARGINS = 30, CLOSE_MARGIN = 0.75, CLOSE_RATIO = 1.75, SHARE_ABOVE = 0.25;
/** Lines from near: from the middle of a piece, to that of another one, and beside them, in their lengths; the head in widths of the drawing. */
const LINE_START = 0.25, LINE_END = 0.42, LINE_ASIDE = 0.05, HEAD_LENGTH = 0.014;
/** Pixels of the smallest map, which prints names without their words, and of a usual one. */
const SMALLEST_MAP = 320, USUAL_MAP = 600;
/** Pixels of names: width of a letter, half a height, the space beside them, and up to their places. */
const LETTER_WIDTH = 5.8, WIDE_LETTER = 6.4, HALF_NAME = 8, NAME_PADDING = 4, NAME_APART = 9, OWN_APART = 18;

/** Places at their positions over land, cells and ways; all sizes but those of words follow the width of the map. */
function drawMap({ places, links, land, legend, cell = [], grounds = [], is_close: isClose, size }) {
  const [xs, ys] = [0, 1].map((axis) => places.map(({ spot }) => spot[axis])), isCells = cell.length > 0;
  const margin = isCells ? Math.max(...cell.map(([x]) => x)) : isClose ? CLOSE_MARGIN * size : (Math.max(...xs) - Math.min(...xs)) / FAR_MARGINS;
  const [left, highest] = [xs, ys].map((all) => Math.min(...all) - margin), [wide, needed] = [Math.max(...xs) + margin - left, Math.max(...ys) + margin - highest];
  const high = isClose ? Math.max(needed, wide / CLOSE_RATIO) : needed, top = highest - (high - needed) * SHARE_ABOVE;
  const way = ({ start, end, tone }) => isClose ? drawLine(places[start], places[end], tone, size, HEAD_LENGTH * wide) : svg("line", { x1: xs[start], y1: ys[start], x2: xs[end], y2: ys[end], class: toned("link", tone), "vector-effect": "non-scaling-stroke" });
  const at = places.map(({ spot: [x, y] }) => [(x - left) / wide, (y - top) / high]), names = isCells ? null : isClose ? namesBelow(places) : spotsOfNames(places, at, high / wide);
  const cells = isCells ? places.map((one) => drawGround(one, cell, grounds[one.ground])) : [];
  const named = [...legend.map(({ name, tone }) => [name, html("i", { class: toned("dot", tone) })]), ...grounds.filter(({ name }) => name).map((one) => [one.name, html("i", { class: "dot soil", style: soil(one) })])];
  return html("div", { class: joined(["map", isClose ? "close" : ""], " "), style: `--ratio: ${wide / high}` },
    html("div", { class: joined(["ground", isCells ? "cells-of-map" : ""], " ") }, html("div", { class: "extent", style: `--cell: ${(100 * margin) / wide}cqi; --piece: ${(100 * size) / wide}cqi` },
      svg("svg", { viewBox: `${left} ${top} ${wide} ${high}`, preserveAspectRatio: isClose ? "none" : null, "aria-hidden": "true" }, land.map((points) => shape(points, "land")), cells, links.map(way)),
      places.map((one, i) => (isCells ? drawCell(one, at[i], cells) : drawPlace(one, at[i], names.get(one)))))),
    named.length ? html("p", { class: "legend" }, named.map(([name, dot]) => html("span", {}, dot, name))) : null);
}

const sizeOf = ({ marks }) => marks.find((mark) => mark.shape)?.size ?? 1;

/** A line from a piece from near to another one, with a head. */
function drawLine(start, end, tone, size, head) {
  const [x, y] = start.spot, [toX, toY] = end.spot, far = Math.hypot(toX - x, toY - y) || 1, [across, down] = [(toX - x) / far, (toY - y) / far];
  const tip = far - LINE_END * size * sizeOf(end), neck = tip - head, beside = LINE_ASIDE * size;
  const at = (along, aside = 0) => [x + across * along - down * (beside + aside), y + down * along + across * (beside + aside)];
  const [[x1, y1], [x2, y2]] = [at(LINE_START * size * sizeOf(start)), at(neck)];
  return svg("g", { class: toned("link", tone) }, svg("line", { x1, y1, x2, y2, "vector-effect": "non-scaling-stroke" }), shape([at(tip), at(neck, head / 2), at(neck, -head / 2)], "head"));
}

const soil = ({ colour, dark }) => `--light: ${colour}; --dark: ${dark}`;

/** A cell of a map in the colour of its ground. */
function drawGround(one, cell, ground) {
  const [x, y] = one.spot, drawn = shape(cell.map(([across, down]) => [x + across, y + down]), joined([toned("soil", one.tone), one.is_here ? "here" : ""], " "));
  drawn.style.cssText = soil(ground);
  drawn.setAttribute("vector-effect", "non-scaling-stroke");
  return drawn;
}

/** The name and the markers of a cell. Those that it reaches are marked while it is pointed at or has the keyboard. */
function drawCell(one, [x, y], cells) {
  const { short, marks, is_passed: isPassed, reach, answers } = one;
  const drawn = html("span", { class: joined(["on-cell", isPassed ? "passed" : "", answers.length ? "answers" : ""], " "), style: `left: ${100 * x}%; top: ${100 * y}%`, title: stopWords(one), "data-answers": answers.length ? answers.join(" ") : null, tabindex: reach.length ? "0" : null },
    html("small", {}, short), html("span", { class: "plates" }, marks.map(drawMark)));
  const mark = (isOn) => reach.forEach((i) => cells[i].classList.toggle("reached", isOn));
  for (const [name, isOn] of [["mouseenter", true], ["focus", true], ["mouseleave", false], ["blur", false]]) drawn.addEventListener(name, () => mark(isOn));
  return drawn;
}

/** Names of pieces from near stand below them; silhouettes without interest have none. */
const namesBelow = (places) => new Map(places.filter(({ name, tone, marks }) => name && (tone !== "spent" || marks.every((mark) => !mark.shape))).map((one) => [one, ""]));

/** Where each printed name stands: pixels from its place to the middle of the name, on the smallest map and on a usual one. */
function spotsOfNames(places, at, ratio) {
  const small = spotsOn(SMALLEST_MAP, places, at, ratio, ({ name }) => name.length * LETTER_WIDTH);
  const usual = spotsOn(USUAL_MAP, places, at, ratio, ({ name, words }) => joined([name, words]).length * WIDE_LETTER);
  return new Map([...usual].map(([one, [x, y]]) => [one, `--x: ${x}px; --y: ${y}px; --small-x: ${small.get(one)[0]}px; --small-y: ${small.get(one)[1]}px`]));
}

/** The middle of each name on a map of a width, from its place: where it hides the least of other names and places. */
function spotsOn(width, places, at, ratio, lengthOf) {
  const named = places.flatMap((one, i) => (UNNAMED.includes(one.tone) ? [] : [{ one, x: at[i][0] * width, y: at[i][1] * width * ratio }]));
  const around = (x, y, across, down) => [x - across, y - down, x + across, y + down];
  const apart = ({ is_here: isHere }) => (isHere ? OWN_APART : NAME_APART);
  const taken = named.map(({ one, x, y }) => around(x, y, apart(one) - 1, apart(one) - 1));
  const isInside = ([left, top, right, low]) => left >= 0 && top >= 0 && right <= width && low <= width * ratio;
  const common = (one, other, axis) => Math.max(0, Math.min(one[axis + 2], other[axis + 2]) - Math.max(one[axis], other[axis]));
  const hidden = (box) => taken.reduce((sum, other) => sum + common(box, other, 0) * common(box, other, 1), 0);
  return new Map(named.map(({ one, x, y }) => {
    const half = lengthOf(one) / 2 + NAME_PADDING, beside = apart(one) + half, over = apart(one) + HALF_NAME, line = 2 * HALF_NAME;
    const sides = [0, -HALF_NAME, HALF_NAME, -line, line].flatMap((down) => [[beside, down], [-beside, down]]);
    const ends = [0, half, -half].flatMap((across) => [0, line, 2 * line].flatMap((far) => [[across, over + far], [across, -over - far]]));
    const boxes = [...sides, ...ends].map(([across, down]) => [[across, down], around(x + across, y + down, half, HALF_NAME)]);
    const inside = boxes.filter(([, box]) => isInside(box));
    const [spot, box] = (inside.length ? inside : boxes).reduce((best, next) => (hidden(next[1]) < hidden(best[1]) ? next : best));
    taken.push(box);
    return [one, spot];
  }));
}

/** A place of a map: its short name or the silhouette that is there, its dots, and its name at its spot if it is of interest. */
function drawPlace(one, [x, y], spot) {
  const { name, words, short, marks, tone } = one, [shapes, dots] = [marks.filter((mark) => mark.shape), marks.filter((mark) => !mark.shape)];
  const look = [toned("place", tone), one.is_here ? "here" : "", one.is_passed ? "passed" : ""], isInDisc = spot === "" && name === short;
  return html("span", { class: joined(look, " "), style: `left: ${100 * x}%; top: ${100 * y}%; --across: ${x}; --size: ${sizeOf(one)}`, title: stopWords(one) },
    shapes.length ? shapes.map(drawMark) : html("small", {}, short), html("span", { class: "dots" }, dots.map((dot) => html("i", { class: toned("dot", dot.tone) }))),
    spot === undefined ? null : html("b", { style: spot || null }, isInDisc ? null : name, words ? html("span", {}, isInDisc ? words : `, ${words}`) : null));
}

/** The places of all damage in some parts. */
const damagedSpots = (parts) => parts.flatMap((part) => (part.kind === "cells" ? part.cells.filter(({ tone, spot }) => spot && tone !== "none") : part.kind === "hits" && part.spot && part.filled ? [part] : [])).map(({ spot }) => spot);

function drawFigure({ shape: outlined, tone, left, right, heading, is_lost: isLost }) {
  const parts = [...left, ...right], shown = parts.filter(({ kind }) => kind !== "cells");
  return html("div", { class: "figure" }, silhouette(outlined, { look: toned("", tone), heading, isLost, spots: damagedSpots(parts) }), shown.length ? html("div", { class: "systems" }, drawParts(shown)) : null);
}

// --- pieces ---

/** Whether a piece fits into one line: it has nothing but a silhouette, words and hits. */
const isSmall = ({ parts }) => parts.every((part) => part.kind === "hits" || (part.kind === "value" && !part.name) || (part.kind === "figure" && !part.left.length && !part.right.length));

/** Cards and chips in a row. */
const MOST_CARDS = 5, MOST_CHIPS = 6;
/** A grid of pieces whose rows are about as long as each other. */
const grid = (look, pieces, most) => (pieces.length ? html("div", { class: look, style: `--columns: ${Math.ceil(pieces.length / Math.ceil(pieces.length / most))}` }, pieces) : null);

function drawPieces({ pieces }) {
  const shown = pieces.filter((piece) => piece.is_on), [large, small] = [shown.filter((piece) => !isSmall(piece)), shown.filter(isSmall)];
  return [grid("cards", large.map(drawCard), MOST_CARDS), grid("chips", small.map(drawChip), MOST_CHIPS)];
}

const pieceLook = (look, piece) => joined([toned(look, piece.tone), piece.is_asked ? "asked" : "", piece.is_lost ? "gone" : ""], " ");
const drawState = ({ state }) => (state ? html("span", { class: toned("state", state.tone) }, state.words) : null);
const drawBadge = ({ words, short, tone }) => html("span", { class: toned("badge", tone), title: words }, short || words);

/** The label of a piece: a number in a disc, or words; without a label its kind. */
const drawLabel = ({ label, name }) => html("b", { class: label && label.length < 3 ? "number" : "label" }, label || capital(name));

/** Whether a part of a piece is its silhouette. */
const isSilhouette = ({ kind, shape: outlined }) => kind === "figure" || (kind === "cells" && Boolean(outlined));

/** A piece as a card: its number, its badges and its state, the silhouette with values beside it, and its people. */
function drawCard(piece) {
  const people = piece.parts.filter(({ kind }) => kind === "piece"), figures = piece.parts.filter(isSilhouette);
  const others = piece.parts.filter((part) => !people.includes(part) && !figures.includes(part));
  return html("div", { class: pieceLook("card", piece) },
    html("p", { class: "head" }, drawLabel(piece), piece.tags.map(drawBadge), drawState(piece)),
    figures.length ? html("div", { class: "inside" }, figures.map(drawPart), html("div", { class: "values" }, drawParts(others))) : drawParts(others), people.map(drawPerson));
}

/** A piece that has a panel, or a part of one, for itself. */
function drawLone(piece) {
  if (!piece.is_on) return null;
  return html("div", { class: pieceLook("lone", piece) },
    html("p", { class: "head" }, html("b", { class: "label" }, piece.label || capital(piece.name)), html("span", { class: "tags" }, drawState(piece), piece.tags.map(drawPart))), drawParts(piece.parts));
}

/** A piece in one line. */
function drawChip(piece) {
  const name = piece.title ? html("span", { class: "who" }, nameOfPiece(piece)) : drawLabel(piece);
  return html("div", { class: pieceLook("chip", piece) }, name, piece.tags.map(drawBadge), drawState(piece), piece.parts.filter(({ kind }) => kind !== "figure").map(drawPart));
}

/** A person inside a card, or the free seat. */
function drawPerson(person) {
  if (!person.is_on) return html("p", { class: "person-row free" }, `no ${person.name}`);
  return html("div", { class: pieceLook("person-row", person) }, html("span", { class: "who" }, nameOfPiece(person)),
    html("span", { class: "state" }, joined([person.state?.words, ...person.tags.map(({ words }) => words)])), html("span", { class: "pips" }, person.parts.map(drawPart)));
}

// --- panels ---

/** What a panel shows. Drawings are read out as one image, and values as a list. */
function drawPanel({ parts }) {
  const isList = parts.every((part) => part.kind === "value" || (part.kind === "sidebyside" && part.parts.every(({ kind }) => kind === "value")));
  const body = parts.length === 1 && parts[0].kind === "spaces" ? [drawTrack(parts[0], true)] : drawParts(parts);
  const words = isList ? "" : wordsOf(parts);
  return html("div", { class: "drawn", role: words ? "img" : null, "aria-label": words || null }, body);
}

/** A track that has also been passed where others were. */
function passedTrack(track, others) {
  const cells = track.cells.map((space, i) => (!space.is_passed && others.some((other) => other.cells[i].is_passed) ? { ...space, is_passed: true } : space));
  return cells.every((space, i) => space === track.cells[i]) ? track : { ...track, cells };
}

/** A sheet whose tracks also have the way through earlier sheets. */
function withWay(sheet, earlier) {
  const panels = sheet.panels.map((panel, place) => {
    const parts = panel.parts.map((part, i) => (part.kind === "spaces" ? passedTrack(part, earlier.map((one) => one.panels[place].parts[i])) : part));
    return parts.every((part, i) => part === panel.parts[i]) ? panel : { ...panel, parts };
  });
  return { ...sheet, panels };
}

/** The line over the panels: the mission, and its place or the end of the war. */
const headOf = (sheet) => [html("strong", {}, sheet.line), html("span", {}, sheet.is_over ? `the ${NOUNS.war} is over` : sheet.place)];

/** A figure for each panel of a sheet, without a drawing so far. */
function makeFigures({ panels }) {
  return panels.map(({ name, title, is_broad: isBroad }) => {
    const caption = html("figcaption", {}, title), fold = html("button", { type: "button", class: "fold", "aria-expanded": "false" });
    const element = html("figure", { class: joined([`panel-${name}`, isBroad ? "broad" : ""], " ") }, caption);
    fold.addEventListener("click", () => fold.setAttribute("aria-expanded", String(!element.classList.toggle("shut"))));
    return { name, shown: null, stand: "", caption, fold, element };
  });
}

/** Put a figure where its panel stands: the board first, folded panels last. The first of the board has a class of its own. */
function placeFigure(figure, panel, isFirst) {
  const stand = `stand-${isFirst ? "first" : panel.stand}`, isFolded = panel.stand === "folded";
  if (figure.stand === stand) return;
  if (figure.stand) figure.element.classList.remove(figure.stand);
  figure.element.classList.add(stand);
  figure.element.classList.toggle("shut", isFolded);
  figure.fold.setAttribute("aria-expanded", "false");
  figure.caption.replaceChildren(isFolded ? figure.fold : panel.title);
  figure.stand = stand;
}

/** Show a sheet in its figures; only the panels that have changed are drawn. A drawing from near is the first of the board. */
function showSheet(figures, { panels }) {
  const board = panels.filter(({ stand, parts }) => stand === "board" && parts.length);
  const near = board.find(({ parts }) => parts.some(({ is_close: isClose }) => isClose)), first = near ?? board[0];
  figures[0].element.parentElement?.classList.toggle("scene", Boolean(near) && board.length > 1);
  for (const figure of figures) {
    const panel = panels.find(({ name }) => name === figure.name), old = figure.element.querySelector(".drawn");
    placeFigure(figure, panel, panel === first);
    if (panel === figure.shown) continue;
    figure.shown = panel;
    figure.fold.textContent = panel.title;
    if (!figure.fold.isConnected) figure.caption.textContent = panel.title;
    if (old) become(old, drawPanel(panel));
    else figure.element.append(drawPanel(panel));
    figure.element.hidden = !figure.element.querySelector(".drawn").hasChildNodes();
  }
}

// The data of the page, and small tools for drawing. Text only ever goes in as text, never as HTML.

const DATA = JSON.parse(document.getElementById("data").textContent);
/** Words of the page that differ between games, and the decimal places of the running score. */
const NOUNS = DATA.nouns;

const SVG = "http://www.w3.org/2000/svg";

/** Do something when the desk that has opened these replays closes them; a page that only shows them never ends. */
const atEnd = (action) => signal?.addEventListener("abort", action);

/** Set an attribute. The policy of the page forbids a style that is not set by a script. */
function setAttribute(element, name, value) {
  if (name === "style") element.style.cssText = value;
  else element.setAttribute(name, value);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) setAttribute(element, name, value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== "") element.append(child);
  }
  return element;
}

/** Make an element what another one is, touching only what differs; listeners stay those of the old one. */
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || !old.hasChildNodes() || old.childNodes.length !== fresh.childNodes.length) {
    old.replaceWith(fresh);
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) setAttribute(old, name, value);
  const parts = [...fresh.childNodes];
  [...old.childNodes].forEach((part, i) => become(part, parts[i]));
}

/** Looks of the entries of a journal in the order of their weight: loss, gain, move. All others weigh less, and the same. */
const WEIGHTS = [3, 4, 6];

/** The weightiest of some entries, at most so many, in their order; of the same weight the newest. */
function weightiest(entries, most, lookOf) {
  const weight = (place) => (WEIGHTS.indexOf(lookOf(entries[place])) + WEIGHTS.length + 1) % (WEIGHTS.length + 1);
  const places = [...entries.keys()].sort((one, other) => weight(one) - weight(other) || other - one).slice(0, most);
  return places.sort((one, other) => one - other).map((place) => entries[place]);
}

/** An HTML element. */
function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A drawing of this size, read out as `label`. */
function drawing(width, height, label, ...children) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label }, ...children);
}

function text(x, y, words, look = "", anchor = "start") {
  return svg("text", { x, y, class: look, "text-anchor": anchor }, String(words));
}

function box(x, y, width, height, look, radius = 4) {
  return svg("rect", { x, y, width, height, rx: radius, class: look });
}

function disc(x, y, radius, look) {
  return svg("circle", { cx: x, cy: y, r: radius, class: look });
}

function shape(points, look, place = "") {
  return svg("polygon", { points: points.map((point) => point.join(",")).join(" "), class: look, transform: place || null });
}

function at(x, y, ...children) {
  return svg("g", { transform: `translate(${x} ${y})` }, ...children);
}

/** Pairs of a flat list. */
function pairs(list) {
  return Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);
}

const signed = (number) => (number > 0 ? `+${number}` : String(number));
const plural = (count, word, many = `${word}s`) => `${count} ${count === 1 ? word : many}`;
/** A number of units of the score, with the decimal places of the running score. */
const amount = (count, digits = NOUNS.decimals) => {
  const number = count.toFixed(digits);
  return `${number} ${number === "1" ? NOUNS.unit.replace(/s$/, "") : NOUNS.unit}`;
};
const capital = (words) => `${words[0].toUpperCase()}${words.slice(1)}`;

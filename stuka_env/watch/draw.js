// Small tools for drawing. Text only ever goes in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
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
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const parts = [...fresh.childNodes];
  [...old.childNodes].forEach((part, i) => become(part, parts[i]));
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

/** A row of small squares, the first `count` of them filled. */
function pips(x, y, count, most, look) {
  return Array.from({ length: most }, (_, i) => box(x + i * 8, y, 6, 8, i < count ? look : "pip-free", 1.5));
}

/** A wound. */
function cross(x, y) {
  return svg("path", { d: `M${x} ${y - 4}v8M${x - 4} ${y}h8`, class: "wound" });
}

/** The outline of an aircraft seen from above, nose up, about 60 wide. */
function silhouette(look) {
  return svg("path", {
    class: look,
    d: "M0-26c3 0 4 4 4 9v4l25 6c2 1 2 6 0 6l-25 3-1 18 9 3v4l-12-1-12 1v-4l9-3-1-18-25-3c-2 0-2-5 0-6l25-6v-4c0-5 1-9 4-9z",
  });
}

const signed = (number) => (number > 0 ? `+${number}` : String(number));
const plural = (count, word) => `${count} ${word}${count === 1 || word === "aircraft" ? "" : "s"}`;

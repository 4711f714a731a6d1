// The figures of a mat: one for each drawing of the game, and the list of conditions in one of them.

/** A figure for each of the game's drawings, without a drawing so far. */
function makeFigures() {
  return SECTIONS.map((section) => {
    const caption = html("figcaption", {}, section.title), facts = section.facts ? html("dl", { class: "facts" }) : null;
    return { section, caption, facts, element: html("figure", { class: `${section.name} ${section.place}` }, caption, facts) };
  });
}

/** The width of a drawing in a figure that is so wide. */
const drawnWidth = ({ section }, width) => section.width || Math.max(200, width - 24);

/** Show a drawing in its figure in place of the previous one; null for none. */
function showDrawing({ section, caption, element }, fresh) {
  const old = element.querySelector("svg");
  if (old && fresh) become(old, fresh);
  else if (fresh) caption.after(fresh);
  else if (old) old.remove();
  if (section.empty && (!old || !fresh)) caption.textContent = fresh ? section.title : section.empty;
}

/** Show the conditions, pairs of name and value, in the figure that has them. */
function showFacts(figures, rows) {
  const { facts } = figures.find((figure) => figure.facts);
  facts.replaceChildren(...rows.map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value))));
}

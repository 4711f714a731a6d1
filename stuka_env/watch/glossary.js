// The meanings of the words on the page: tooltips, and a list of all of them.

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** The line that explains a term, by every form of it in small letters. */
const MEANINGS = new Map(DATA.glossary.flatMap(([term, meaning, forms]) => forms.map((form) => [form.toLowerCase(), `${term}: ${meaning}`])));
/** Any form as a whole word, the longest first: a term of two words is not its second word. */
const FORMS = [...MEANINGS.keys()].sort((a, b) => b.length - a.length);
const TERM = new RegExp(`(?<!\\w)(?:${FORMS.map(escaped).join("|")})(?!\\w)`, "gi");
/** Elements whose words are explained. */
const EXPLAINED = `figcaption, dt, .facts dd, .question, .options .label, .journal li, .mission span, .verdict, ${DIALOG_TERMS}, svg text`;
/** Terms that one tooltip explains at most. */
const MOST_TERMS = 5;

/** The meanings of the terms in some words, a line for each. */
function meaningsIn(words) {
  const meanings = [...words.matchAll(TERM)].map(([form]) => MEANINGS.get(form.toLowerCase()));
  return [...new Set(meanings)].slice(0, MOST_TERMS).join("\n");
}

/** Give an element its tooltip; in a drawing that is an element of its own. */
function explain(element) {
  const drawn = element instanceof SVGElement;
  if (drawn && element.querySelector("title")) return;
  const meanings = meaningsIn(element.textContent);
  if (!drawn) element.title = meanings;
  else if (meanings) element.append(svg("title", {}, meanings));
}

function glossaryList() {
  const terms = DATA.glossary.map(([term, meaning]) => html("div", {}, html("dt", {}, term), html("dd", {}, meaning)));
  return html("details", { id: "glossary" }, html("summary", {}, "What the words mean"), html("dl", {}, terms));
}

function connectGlossary() {
  document.querySelector("main").append(glossaryList());
  document.addEventListener("pointerover", (event) => {
    const element = event.target.closest?.(EXPLAINED);
    if (element) explain(element);
  });
}

connectGlossary();

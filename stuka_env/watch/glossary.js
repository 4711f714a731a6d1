// The meanings of the words on the page: tooltips, a dialog for keyboard and touch, and a list of all of them.

const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** Term and meaning by every form of the term in small letters. */
const MEANINGS = new Map(DATA.glossary.flatMap(([term, meaning, forms]) => forms.map((form) => [form.toLowerCase(), [term, meaning]])));
/** Any form as a whole word, the longest first: a term of two words is not its second word. */
const FORMS = [...MEANINGS.keys()].sort((a, b) => b.length - a.length);
const TERM = new RegExp(`(?<!\\w)(?:${FORMS.map(escaped).join("|") || "(?!)"})(?!\\w)`, "gi");
/** Elements whose words are explained. */
const EXPLAINED = `figcaption, dt, .facts dd, .question, .options .label, .journal li, .happened li, .mission span, .verdict, ${RECORD_TERMS}, .drawn, svg text`;
/** Terms that one tooltip explains at most. */
const MOST_TERMS = 5;

/** The terms in some words with their meanings, each once. */
const termsIn = (words) => [...new Map([...words.matchAll(TERM)].map(([form]) => MEANINGS.get(form.toLowerCase())))];

/** The meanings of the terms in some words, a line for each. */
const meaningsIn = (words) => termsIn(words).slice(0, MOST_TERMS).map(([term, meaning]) => `${term}: ${meaning}`).join("\n");

/** Give an element its tooltip; in a drawing that is an element of its own. */
function explain(element) {
  const drawn = element instanceof SVGElement;
  if (drawn && element.querySelector("title")) return;
  const meanings = meaningsIn(element.textContent);
  if (!drawn) element.title = meanings;
  else if (meanings) element.append(svg("title", {}, meanings));
}

const termRows = (terms) => terms.map(([term, meaning]) => html("div", {}, html("dt", {}, term), html("dd", {}, meaning)));

function glossaryList() {
  return html("details", { id: "glossary" }, html("summary", {}, "What the words mean"), html("dl", {}, termRows(DATA.glossary)));
}

const termsDialog = makeDialog({ id: "terms", title: "Terms", key: "t" }, html("dl", {}), html("p", {}, "None of the words here is a term of the game."));

/** Show the terms in some words with their meanings. */
function showTerms(words) {
  const terms = termsIn(words), [list, none] = ["dl", "p"].map((tag) => termsDialog.querySelector(tag));
  list.replaceChildren(...termRows(terms));
  list.hidden = !terms.length;
  none.hidden = terms.length > 0;
  if (!termsDialog.open) termsDialog.showModal();
}

/** Elements that do something else when they are touched. */
const TOUCHED = "button, a, summary, input, select, label, .field";

/** Show the meanings of an element that is touched; a mouse shows its tooltip. */
function onTouch(event) {
  const element = event.target.closest?.(EXPLAINED), isTouch = event.pointerType === "touch" || matchMedia("(hover: none)").matches;
  if (isTouch && element && !event.target.closest(TOUCHED) && termsIn(element.textContent).length) showTerms(element.textContent);
}

function connectGlossary() {
  document.querySelector("main").append(glossaryList());
  document.addEventListener("pointerover", (event) => {
    const element = event.target.closest?.(EXPLAINED);
    if (element) explain(element);
  }, { signal });
  document.addEventListener("click", onTouch, { signal });
}

connectGlossary();

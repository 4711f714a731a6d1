// The review of a war: a card with the account of the score, the habits, and the most expensive decisions.

/** Rows of a list before the rest is folded: of one reviewed war, and of each of several. */
const SHOWN_OF_ONE = 5, SHOWN_OF_EACH = 3;

const reviewedWars = () => WARS.filter((war) => war.raw.review);

/** Whether a review marks any decision. */
function hasMarks() { return STEPS.some((step) => lossesOf(step).length); }

/** A number of points with a minus sign; with `isSigned` also with a plus sign. */
function points(value, isSigned = false) {
  const rounded = Number(value.toFixed(1)) || 0; // no negative zero
  return `${rounded < 0 ? "\u2212" : isSigned ? "+" : ""}${Math.abs(rounded).toFixed(1)}`;
}

const plusMinus = (error) => `\u00b1 ${error.toFixed(1)}`;

// --- the account ---

/** The parts of a score: field of the account, title, and the meaning by the review. */
const ACCOUNT_PARTS = [
  ["par", "par", ({ par_note: note }) => note],
  ["luck", "luck", ({ luck_note: note }) => `${NOUNS.unit} that dice and cards added. ${note}`],
  ["decisions", "decisions", ({ reference }) => `${NOUNS.unit} that the decisions added, compared with those of ${reference}`],
  ["unexplained", "unexplained", () => "the rest: all figures are means over futures and have sampling errors"],
];
const DECISION_PARTS = [
  ["marked", "marked", () => "cost of the marked decisions against their better actions"],
  ["shared", "shared", ({ reference }) => `the part of that cost that ${reference} would have lost too`],
  ["unmarked", "other decisions", () => `${NOUNS.unit} that all decisions that are not marked added`],
  ["later", `later ${NOUNS.mission}s`, () => `${NOUNS.unit} that all decisions added in later ${NOUNS.mission}s, beyond the figures above`],
];

/** A sum that can be checked by eye: "65.1 par + 0.5 luck - 6.0 decisions = 59 score". */
function sumWords(account, parts, total) {
  const terms = parts.map(([field, title], i) => {
    const value = points(account[field]), isMinus = value.startsWith("\u2212");
    return i ? `${isMinus ? "\u2212" : "+"} ${value.replace("\u2212", "")} ${title}` : `${value} ${title}`;
  });
  return `${terms.join(" ")} = ${total}`;
}

/** The parts of the decisions: "decisions -6.4: marked -7.7, of which old_hand would have lost 0.1 too: -7.6; other decisions +1.2; later missions -0.3". */
function decisionWords({ marked, shared, unmarked, later, decisions }, reference) {
  const both = points(shared) === points(0) ? "" : `, of which ${reference} would have lost ${points(shared)} too: ${points(marked + shared)}`;
  return `decisions ${points(decisions)}: marked ${points(marked)}${both}; other decisions ${points(unmarked, true)}; later ${NOUNS.mission}s ${points(later, true)}`;
}

const scoreTotal = ({ score }) => `${score.toFixed(0)} score`;

function accountCell(account, [field, title]) {
  return html("td", { "data-part": title }, html("b", {}, points(account[field], field !== "par")), " ", html("small", {}, plusMinus(account[`${field}_error`])));
}

function accountRow(war) {
  const { account } = war.raw.review, several = reviewedWars().length > 1;
  const name = html("th", { scope: "row", class: `war-edge-${war.number}` }, war.title);
  const score = html("td", { "data-part": "score" }, html("b", {}, war.score === null ? "\u2013" : String(war.score)), " ", html("small", {}, several || war.score === null ? "" : war.raw.level));
  const parts = account ? ACCOUNT_PARTS.map((part) => accountCell(account, part))
    : html("td", { colspan: 4, class: "soft" }, war.score === null ? `the ${NOUNS.war} is not over` : "not known where a player rolled the dice");
  return html("tr", {}, name, score, parts);
}

function accountTable(wars) {
  const heads = ACCOUNT_PARTS.map(([, title, meaning]) => html("th", { scope: "col", title: meaning(wars[0].raw.review) }, title));
  return html("table", { class: "account" },
    html("thead", {}, html("tr", {}, html("td", {}), html("th", { scope: "col" }, "score"), heads)), html("tbody", {}, wars.map(accountRow)));
}

/** The sum of the score, and that of the decisions if any is marked. */
function accountSums(war) {
  const { account, reference } = war.raw.review;
  if (!account) return null;
  const lines = [sumWords(account, ACCOUNT_PARTS, scoreTotal(account)), ...(account.marked ? [decisionWords(account, reference)] : [])];
  return html("ul", { class: "sums", "aria-label": `Sums, ${war.title}` }, lines.map((line) => html("li", {}, line)));
}

/** The second measure of luck, which is no part of the sum; nothing in a game without it. */
function exactLuckRow(wars) {
  const known = wars.map(({ raw: { review: { account } } }) => account.common_luck);
  if (known.every((luck) => luck === null)) return null;
  const meaning = "another measure, without error: what the same dice and cards are worth to any policy. Luck-adjusted evaluations take it out; it is no part of the sum above";
  return html("tbody", {}, html("tr", {}, html("th", { scope: "row" }, "luck, exact"),
    known.map((luck) => html("td", {}, luck === null ? "\u2013" : points(luck, true))), html("td", { class: "words" }, meaning)));
}

/** A table of all parts with their errors and meanings, folded. */
function accountDetails(wars) {
  const accounts = wars.filter((war) => war.raw.review.account), { review } = wars[0].raw;
  if (!accounts.length) return null;
  const line = ([field, title, meaning]) => html("tr", {}, html("th", { scope: "row" }, title),
    accounts.map(({ raw: { review: { account } } }) => html("td", {}, `${points(account[field], field !== "par")} ${plusMinus(account[`${field}_error`])}`)),
    html("td", { class: "words" }, meaning(review)));
  const total = (words, values) => html("tr", { class: "total" }, html("th", { scope: "row" }, `= ${words}`), values.map((value) => html("td", {}, value)), html("td", {}));
  const [score, decisions] = [accounts.map((war) => String(war.score)), accounts.map(({ raw: { review: { account } } }) => points(account.decisions, true))];
  return html("details", { class: "parts" }, html("summary", {}, "What the parts mean"),
    html("table", {}, accounts.length > 1 ? html("thead", {}, html("tr", {}, html("td", {}), accounts.map((war) => html("th", { scope: "col" }, war.title)), html("td", {}))) : null,
      html("tbody", {}, ACCOUNT_PARTS.map(line), total("score", score)), html("tbody", {}, DECISION_PARTS.map(line), total("decisions", decisions)),
      exactLuckRow(accounts)),
    html("p", { class: "soft" }, `${capital(NOUNS.final)}; \u00b1 is the standard error.`));
}

/** The scores of other policies in the same war. */
function othersWords(wars) {
  const scores = new Map(wars.flatMap((war) => Object.entries(war.raw.review.scores)));
  return scores.size ? `In the same ${NOUNS.war}: ${[...scores].map(([name, score]) => `${name} ${score}`).join(", ")}.` : "";
}

/** The card: score, par, luck, decisions and the rest, the scores of others, and the buttons. */
function reviewCard(wars) {
  const note = wars.length > 1 ? html("p", { class: "luck-note soft" }, wars[0].raw.review.luck_note) : null;
  const par = wars.some((war) => war.raw.review.account) ? html("p", { class: "soft par-note" }, `par: ${wars[0].raw.review.par_note}`) : null;
  return html("section", { class: "card-of-review", "aria-labelledby": "review-title" }, html("h2", { id: "review-title" }, "Review"),
    html("div", { class: "wide" }, accountTable(wars)), note, par, wars.map(accountSums),
    html("p", { class: "others" }, othersWords(wars)), accountDetails(wars), quizButtons());
}

// --- ask me first ---

function quizButtons() {
  if (!hasMarks()) return html("p", { class: "soft" }, `No decision cost at least 0.1 ${NOUNS.unit} for certain.`);
  const ask = html("button", { type: "button", id: "ask", "aria-pressed": "false", title: "Hide the answers until you have tried (A)" }, "Ask me first");
  ask.addEventListener("click", toggleQuiz);
  return html("div", { class: "ask" }, ask, html("span", { class: "soft" }, "hides the answers and asks about one decision of each habit, then the rest"));
}

/** The marked decisions of all replays as they are asked: one of each habit first, then the rest; pairs of war and decision. */
function quizOrder() {
  const firsts = reviewedWars().flatMap((war) => war.raw.review.habits.map(({ decisions: [first] }) => [war, first]));
  const rest = reviewedWars().flatMap((war) => Object.keys(war.raw.review.losses).map((index) => [war, Number(index)]));
  const asked = new Map([...firsts, ...rest].map((pair) => [nameOf(...pair), pair]));
  return [...asked.values()].filter((pair) => stepOf(...pair) >= 0);
}

/** A button for the next question that is not answered; words where all are. */
function nextQuestion() {
  const order = quizOrder(), next = order.find((pair) => !state.answered.has(nameOf(...pair)));
  if (!next) return html("span", { class: "next-question" }, `All ${order.length} questions are answered.`);
  const button = html("button", { type: "button", class: "next-question" }, `Next question (${state.answered.size + 1} of ${order.length})`);
  button.addEventListener("click", () => openDecision(...next));
  return button;
}

/** Turn "ask me first" on and open the first question, or turn it off. */
function toggleQuiz() {
  state.quiz = !state.quiz;
  state.answered.clear();
  find("ask").setAttribute("aria-pressed", state.quiz);
  for (const place of ["opening", "review"]) find(place).classList.toggle("asking", state.quiz);
  redraw();
  if (!state.quiz) return;
  openDecision(...quizOrder()[0]);
}

// --- habits and the most expensive decisions ---

/** A list whose rest is folded under a line that states how many rows are missing. */
function foldedList(rows, shown, noun) {
  const rest = rows.slice(shown);
  return [html("ol", {}, rows.slice(0, shown)),
    rest.length ? html("details", {}, html("summary", {}, `${rest.length} more ${noun}${rest.length === 1 ? "" : "s"}`), html("ol", {}, rest)) : null];
}

/** A cost with its error, with two decimals where one would show an error of 0.0. */
function costWords(cost, error) {
  const digits = error < 0.05 ? 2 : 1;
  return `\u2212${cost.toFixed(digits)} \u00b1 ${error.toFixed(digits)}`;
}

const timesWords = (count) => (count === 1 ? "once" : `${count} times`);

/** A habit; each click opens its next decision, the most expensive first. */
function habitRow(war, { title, decisions, cost, error }) {
  let next = 0;
  const count = html("small", {}, timesWords(decisions.length));
  const button = html("button", { type: "button", title: "Go through its decisions" }, html("span", {}, title), " ", count, " ",
    html("b", {}, costWords(cost, error)));
  button.addEventListener("click", () => {
    openDecision(war, decisions[next]);
    count.textContent = `${next + 1} of ${decisions.length}`;
    next = (next + 1) % decisions.length;
  });
  return html("li", {}, button);
}

/** Mission and step of a frame. */
function placeWords(war, index) {
  const { mission } = war.frames[index];
  return `${NOUNS.mission} ${nameOfMission(mission)}, step ${war.missions.get(mission).indexOf(index) + 1}`;
}

function decisionRow(war, index, { cost, error }) {
  const button = html("button", { type: "button" }, html("span", {}, war.question(index)), " ", html("small", {}, placeWords(war, index)), " ",
    html("b", {}, `\u2212${cost.toFixed(2)} \u00b1 ${error.toFixed(2)}`));
  button.addEventListener("click", () => openDecision(war, index));
  return html("li", {}, button);
}

/** The decisions of a war that its review marks, the most expensive first. */
const expensive = (war) => Object.entries(war.raw.review.losses).map(([index, loss]) => [Number(index), loss]).sort(([, one], [, other]) => other.cost - one.cost);

function reviewLists(wars) {
  const shown = wars.length > 1 ? SHOWN_OF_EACH : SHOWN_OF_ONE;
  const name = (war) => (wars.length > 1 ? html("h4", { class: `war-edge-${war.number}` }, war.title) : null);
  const habits = wars.filter((war) => war.raw.review.habits.length);
  const marked = wars.filter((war) => expensive(war).length);
  if (!marked.length) return [];
  return html("div", { class: "lists" },
    habits.length ? html("section", { class: "habits" }, html("h3", {}, "Habits ", html("small", {}, NOUNS.final)), html("p", { class: "asking-note soft" }, "Hidden while you are asked first."),
      html("div", { class: "answers" }, habits.map((war) => [name(war), foldedList(war.raw.review.habits.map((habit) => habitRow(war, habit)), shown, "habit")]))) : null,
    html("section", { class: "expensive" }, html("h3", {}, "Most expensive decisions"),
      marked.map((war) => [name(war), foldedList(expensive(war).map(([index, loss]) => decisionRow(war, index, loss)), shown, "decision")])));
}

/** Draw the review with the curve under its card; nothing if no replay has a review. */
function drawReview(home) {
  const wars = reviewedWars();
  home.hidden = !wars.length;
  if (wars.length) fill(home, {}, [html("div", { class: "verdict-side" }, reviewCard(wars), find("curve")), reviewLists(wars)]);
}

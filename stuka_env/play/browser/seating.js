// Who flies, on one page: a row for each aircraft or place, and a card for each who is ready, or for each group of equals.

/** The selected seat, or the person to seat, each as column and number (a row for a seat); null for none. */
const seating = { view: null, seat: null, person: null };

/** Show or hide the page of the crews. */
function showSeating({ crews }) {
  const opened = crews && !seating.view, told = crews ? crews.changes.join(" ") : "";
  if (told && told !== seating.view?.changes.join(" ")) byId("said").textContent = told;
  seating.view = crews;
  byId("crews-page").hidden = !crews;
  byId("play").hidden = Boolean(crews);
  if (!crews) return;
  if (opened) seating.seat = seating.person = null;
  redrawCrews(opened ? "#crews-fly" : focusedInCrews());
}

/** The selector of the focused control; empty if the focus is elsewhere. */
function focusedInCrews() {
  const { id, dataset } = document.activeElement;
  if (!byId("crews-page").contains(document.activeElement)) return "";
  const [name, value] = Object.entries(dataset)[0] || ["", ""];
  return name ? `[data-${name}="${value}"]` : id ? `#${id}` : "";
}

/** Keys of the ways to fill the places. */
const WAY_KEYS = { first: "B", last_time: "S", advised: "A" };

function crewsPage(crews) {
  const fly = html("button", { type: "button", id: "crews-fly", class: "main" }, "These crews fly");
  fly.addEventListener("click", () => request("seat"));
  const command = (name, words, act) => {
    const button = html("button", { type: "button", "data-way": name }, words);
    button.addEventListener("click", act);
    return button;
  };
  const ways = crews.ways.map(([way, words]) => command(way, `${words} (${WAY_KEYS[way]})`, () => request("propose", { way })));
  const others = [command("one_by_one", "One by one (O)", () => request("one_by_one")), command("undo", "Undo (U)", () => request("undo"))];
  const rule = crews.equals ? " A card is a group of equals: the rules say who of them flies." : "";
  return [html("header", { class: "pane-head" }, html("h2", { id: "crews-title" }, crews.title)),
    html("div", { class: "crews-body" },
      html("p", { class: "crews-way" }, `Filled: ${crews.way}. Choose a place and then who takes it, or drag. Two who have places exchange them.${rule}`),
      html("div", { class: "buttons" }, fly, ways, others), html("p", { id: "crews-hint", role: "status" }),
      crews.changes.length ? html("ul", { class: "crews-changes", "aria-label": "Changed elsewhere" }, crews.changes.map((words) => html("li", {}, words))) : null,
      html("div", { class: "crews-columns" }, seatTable(crews), html("div", { class: "people" }, crews.columns.map((name, column) => peopleList(crews, name, column)))))];
}

/** Letters of the longest row that has a narrow column. */
const NARROW_ROW = 4;

function seatTable(crews) {
  const row = ([short], place) => html("tr", {}, html("th", { scope: "row" }, short),
    crews.places.filter((seat) => seat[0] === place + 1).map((seat) => html("td", {}, seatButton(seat))));
  const isWide = crews.rows.some(([short]) => short.length > NARROW_ROW);
  return html("table", { class: isWide ? "seats named" : "seats" }, html("thead", {}, html("tr", {}, ["", ...crews.columns].map((name) => html("th", { scope: "col" }, name)))),
    html("tbody", {}, crews.rows.map(row)));
}

const isSelected = (selected, column, number) => selected !== null && selected.column === column && selected.number === number;

function seatButton([row, column, number]) {
  const { rows, columns } = seating.view;
  const button = html("button", { type: "button", class: "seat", draggable: "true", "data-seat": `${row}-${column}`, "aria-pressed": String(isSelected(seating.seat, column, row)),
    "aria-label": `${rows[row - 1][1]}, ${columns[column]}: ${personLabel(column, number)}` }, personMarks(seating.view.people[column][number]));
  button.addEventListener("click", () => chooseSeat(row, column));
  button.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", `${column}-${number}`));
  acceptDrop(button, row, column);
  return button;
}

function peopleList(crews, name, column) {
  const isWanted = seating.seat !== null && seating.seat.column === column;
  const odds = isWanted ? crews.odds[`${seating.seat.number}-${column}`] || [] : [];
  return html("section", { class: isWanted ? "wanted" : null, "aria-labelledby": `crews-${name}s` }, html("h3", { id: `crews-${name}s` }, capital(`${name}s`)),
    html("ul", {}, crews.cards[column].map((card, place) => html("li", {}, personCard(card, column, odds[place])))));
}

/** A card of a person or a group of equals, with the odds in the selected place. */
function personCard({ number, where }, column, odds) {
  const [name, ...counts] = seating.view.people[column][number];
  const button = html("button", { type: "button", class: "person", draggable: "true", "data-person": `${column}-${number}`, "aria-pressed": String(isSelected(seating.person, column, number)) },
    personMarks(seating.view.equals ? counts : [name, ...counts]), html("small", {}, where), odds ? html("span", { class: "place-odds" }, odds) : null);
  button.addEventListener("click", () => choosePerson(column, number));
  button.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", `${column}-${number}`));
  return button;
}

/** What is known of a person: the first in bold, the level, and what strains the person. */
function personMarks(known) {
  if (!known) return html("span", {}, "nobody");
  const strains = known.at(-1), [first, level] = known.slice(0, -1);
  return html("span", { class: "person-words" }, html("b", {}, first), level ? [" ", html("span", { class: "level" }, level)] : null,
    strains.map((words) => html("span", { class: "stress" }, ` ${words}`)));
}

/** A person in words. */
function personLabel(column, number) {
  const known = seating.view.people[column][number];
  return known ? joined(known.flat(), " ") : "nobody";
}

/** Draw the page of the crews, and focus the control of this selector; empty for none. */
function redrawCrews(selector) {
  byId("crews-page").replaceChildren(...crewsPage(seating.view));
  if (selector) byId("crews-page").querySelector(selector)?.focus({ preventScroll: true });
}

/** Select a seat, or put the selected person there. */
function chooseSeat(row, column) {
  if (seating.person && seating.person.column === column) {
    placePerson(row, column, seating.person.number);
    return;
  }
  seating.person = null;
  seating.seat = isSelected(seating.seat, column, row) ? null : { column, number: row };
  const sitting = seating.view.places.find((seat) => seat[0] === row && seat[1] === column)[2];
  const card = seating.view.cards[column].find(({ numbers }) => numbers.includes(sitting));
  redrawCrews(seating.seat && card ? `[data-person="${column}-${card.number}"]` : `[data-seat="${row}-${column}"]`);
}

/** Select a person, or put the person into the selected seat. */
function choosePerson(column, number) {
  if (seating.seat && seating.seat.column === column) {
    placePerson(seating.seat.number, column, number);
    return;
  }
  seating.seat = null;
  seating.person = isSelected(seating.person, column, number) ? null : { column, number };
  redrawCrews(`[data-person="${column}-${number}"]`);
}

async function placePerson(row, column, person) {
  seating.seat = seating.person = null;
  await request("change", { row, column, person });
  redrawCrews(`[data-seat="${row}-${column}"]`);
}

/** Let a seat take whoever of its column is dragged there. */
function acceptDrop(button, row, column) {
  button.addEventListener("dragover", (event) => event.preventDefault());
  button.addEventListener("drop", (event) => {
    event.preventDefault();
    const [own, person] = event.dataTransfer.getData("text/plain").split("-").map(Number);
    if (own === column) placePerson(row, column, person);
    else showRefusal(`Only a ${seating.view.columns[column]} can sit there.`);
  });
}

/** Move the focus among the seats or the people with the arrow keys. */
function moveInCrews(by, isAcross) {
  const kind = document.activeElement.matches(".person") ? ".person" : ".seat";
  const buttons = [...byId("crews-page").querySelectorAll(kind)], place = buttons.indexOf(document.activeElement);
  const step = kind === ".seat" && !isAcross ? seating.view.columns.length * by : by;
  buttons[Math.max(0, Math.min(buttons.length - 1, place + step))]?.focus();
}

/** The keys of the page of the crews. */
const SEATING_KEYS = {
  b: () => request("propose", { way: "first" }),
  s: () => request("propose", { way: "last_time" }),
  a: () => request("propose", { way: "advised" }),
  o: () => request("one_by_one"),
  u: () => request("undo"),
  ArrowDown: () => moveInCrews(1, false),
  ArrowUp: () => moveInCrews(-1, false),
  ArrowRight: () => moveInCrews(1, true),
  ArrowLeft: () => moveInCrews(-1, true),
  Escape: () => {
    const seat = seating.seat;
    seating.seat = seating.person = null;
    redrawCrews(seat ? `[data-seat="${seat.number}-${seat.column}"]` : "#crews-fly");
  },
};

/** The line for messages while the page of the crews is shown; null at other times. */
const seatingHint = () => (byId("crews-page").hidden ? null : byId("crews-hint"));

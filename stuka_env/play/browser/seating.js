// The crews of a formation on one page: a row for each aircraft, and the people who are ready.

/** The selected seat or person, each as role and number; null for none. */
const seating = { view: null, seat: null, person: null };

/** Show or hide the page of the crews. */
function showSeating({ crews }) {
  const opened = crews && !seating.view;
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

function crewsPage(crews) {
  const fly = html("button", { type: "button", id: "crews-fly", class: "main" }, "These crews fly");
  fly.addEventListener("click", () => request("seat"));
  const ways = [["rested", "Best rested (B)"], ["last_time", "Same as last time (S)"], ["advised", "As advised (A)"]].filter(([way]) => crews.ways.includes(way)).map(([way, words]) => {
    const button = html("button", { type: "button", "data-way": way }, words);
    button.addEventListener("click", () => request("propose", { way }));
    return button;
  });
  const single = html("button", { type: "button", "data-way": "one_by_one" }, "One by one (O)");
  single.addEventListener("click", () => request("one_by_one"));
  const undo = html("button", { type: "button", "data-way": "undo" }, "Undo (U)");
  undo.addEventListener("click", () => request("undo"));
  return [html("header", { class: "pane-head" }, html("h2", { id: "crews-title" }, crews.title)),
    html("div", { class: "crews-body" },
      html("p", { class: "crews-way" }, `Filled: ${crews.way}. Choose a seat and then a person, or drag a person to a seat. Two people with seats change places.`),
      html("div", { class: "buttons" }, fly, ways, single, undo), html("p", { id: "crews-hint", role: "status" }),
      html("div", { class: "crews-columns" }, seatTable(crews), html("div", { class: "people" }, crews.roles.map((name, role) => peopleList(crews, name, role)))))];
}

function seatTable(crews) {
  const slots = [...new Set(crews.seats.map(([slot]) => slot))];
  const row = (slot) => html("tr", {}, html("th", { scope: "row" }, slot === crews.leader ? `${slot} L` : slot),
    crews.seats.filter((seat) => seat[0] === slot).map((seat) => html("td", {}, seatButton(seat))));
  return html("table", { class: "seats" }, html("thead", {}, html("tr", {}, ["", ...crews.roles].map((name) => html("th", { scope: "col" }, name)))),
    html("tbody", {}, slots.map(row)));
}

const isSelected = (selected, role, number) => selected !== null && selected.role === role && selected.number === number;

function seatButton([slot, role, place]) {
  const button = html("button", { type: "button", class: "seat", "data-seat": `${slot}-${role}`, "aria-pressed": String(isSelected(seating.seat, role, slot)),
    "aria-label": `aircraft ${slot}, ${seating.view.roles[role]}: ${personLabel(role, place)}` }, personMarks(role, place));
  button.addEventListener("click", () => chooseSeat(slot, role));
  acceptDrop(button, slot, role);
  return button;
}

function peopleList(crews, name, role) {
  const seats = new Map(crews.seats.filter((seat) => seat[1] === role).map(([slot, , place]) => [place, slot]));
  return html("section", { class: seating.seat && seating.seat.role === role ? "wanted" : null, "aria-labelledby": `crews-${name}s` }, html("h3", { id: `crews-${name}s` }, capital(`${name}s`)), html("ul", {}, crews.people[role].map(({ place }) => {
    const slot = seats.get(place);
    const button = html("button", { type: "button", class: "person", draggable: "true", "data-person": `${role}-${place}`, "aria-pressed": String(isSelected(seating.person, role, place)) },
      personMarks(role, place), html("small", {}, slot ? `aircraft ${slot}` : "stays at home"));
    button.addEventListener("click", () => choosePerson(role, place));
    button.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", `${role}-${place}`));
    return html("li", {}, button);
  })));
}

const personAt = (role, place) => seating.view.people[role].find((one) => one.place === place);

/** Number, name, level, stress and wounds of a person. */
function personMarks(role, place) {
  const person = personAt(role, place);
  if (!person) return html("span", {}, "nobody");
  return html("span", { class: "person-words" }, html("b", {}, person.name), " ", html("span", { class: "level" }, person.level),
    person.strains.map((words) => html("span", { class: "stress" }, ` ${words}`)));
}

/** A person in words. */
function personLabel(role, place) {
  const person = personAt(role, place);
  return person ? joined([person.name, person.level, ...person.strains], " ") : "nobody";
}

/** Draw the page of the crews, and focus the control of this selector; empty for none. */
function redrawCrews(selector) {
  byId("crews-page").replaceChildren(...crewsPage(seating.view));
  if (selector) byId("crews-page").querySelector(selector)?.focus({ preventScroll: true });
}

/** Select a seat, or put the selected person there. */
function chooseSeat(slot, role) {
  if (seating.person && seating.person.role === role) {
    placePerson(slot, role, seating.person.number);
    return;
  }
  seating.person = null;
  seating.seat = isSelected(seating.seat, role, slot) ? null : { role, number: slot };
  const place = seating.view.seats.find((seat) => seat[0] === slot && seat[1] === role)[2];
  redrawCrews(seating.seat ? `[data-person="${role}-${place}"]` : `[data-seat="${slot}-${role}"]`);
}

/** Select a person, or put the person into the selected seat. */
function choosePerson(role, place) {
  if (seating.seat && seating.seat.role === role) {
    placePerson(seating.seat.number, role, place);
    return;
  }
  seating.seat = null;
  seating.person = isSelected(seating.person, role, place) ? null : { role, number: place };
  redrawCrews(`[data-person="${role}-${place}"]`);
}

async function placePerson(slot, role, place) {
  seating.seat = seating.person = null;
  await request("change", { slot, role, place });
  redrawCrews(`[data-seat="${slot}-${role}"]`);
}

/** Let a seat take a person of its role that is dragged there. */
function acceptDrop(button, slot, role) {
  button.addEventListener("dragover", (event) => event.preventDefault());
  button.addEventListener("drop", (event) => {
    event.preventDefault();
    const [personRole, place] = event.dataTransfer.getData("text/plain").split("-").map(Number);
    if (personRole === role) placePerson(slot, role, place);
    else showRefusal(`Only a ${seating.view.roles[role]} can sit there.`);
  });
}

/** Move the focus among the seats or the people with the arrow keys. */
function moveInCrews(by, isAcross) {
  const kind = document.activeElement.matches(".person") ? ".person" : ".seat";
  const buttons = [...byId("crews-page").querySelectorAll(kind)], place = buttons.indexOf(document.activeElement);
  const step = kind === ".seat" && !isAcross ? 2 * by : by;
  buttons[Math.max(0, Math.min(buttons.length - 1, place + step))]?.focus();
}

/** The keys of the page of the crews. */
const SEATING_KEYS = {
  b: () => request("propose", { way: "rested" }),
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
    redrawCrews(seat ? `[data-seat="${seat.number}-${seat.role}"]` : "#crews-fly");
  },
};

/** The line for messages while the page of the crews is shown; null at other times. */
const seatingHint = () => (byId("crews-page").hidden ? null : byId("crews-hint"));

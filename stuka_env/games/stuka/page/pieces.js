// The pieces on the mat: aircraft cards, people, and the tracks of those who wait.

// --- aircraft cards ---

/** Where the damage marker of each system goes on the silhouette. */
const DAMAGE_AT = [[0, -19], [-17, -6], [17, -6], [0, 19], [0, 8], [0, -3], [-9, 5]];

/** The aircraft cards, as many columns as fit. */
function formation(mat, names, width) {
  const shown = slots().filter((slot) => onMission(mat, slot));
  const others = slots().filter((slot) => !onMission(mat, slot) && aircraftOf(mat, slot, "status") !== STATUS.NONE);
  const columns = Math.max(1, Math.min(5, Math.floor(width / 158))), gap = 8;
  const side = (width - gap * (columns - 1)) / columns, tall = 156;
  const rows = Math.ceil(shown.length / columns);
  const label = `Formation. ${[...shown, ...others].map((slot) => cardWords(mat, names, slot)).join(". ")}`;
  const foot = rows * (tall + gap), [chips, chipsTall] = aircraftChips(mat, others, width);
  return drawing(width, foot + chipsTall, label, at(0, foot, chips), shown.map((slot, i) =>
    at((i % columns) * (side + gap), Math.floor(i / columns) * (tall + gap), card(mat, names, slot, side, tall))));
}

/** The aircraft that are not in the formation, and how tall they are together. */
function aircraftChips(mat, others, width) {
  const columns = Math.max(1, Math.floor(width / 128)), side = width / columns, tall = 36;
  const chips = others.map((slot, i) => at((i % columns) * side, Math.floor(i / columns) * tall, svg("g", { "data-slot": slot },
    box(0.5, 0.5, side - 6, 30, "card-off", 6), disc(16, 15.5, 10, "number number-off"), text(16, 20, slot, "number-text", "middle"),
    text(33, 20, stateWords(mat, slot), "small soft"))));
  return [chips, Math.max(1, Math.ceil(others.length / columns) * tall - 5)];
}

function onMission(mat, slot) {
  return [STATUS.FLYING, STATUS.HOME, STATUS.LOST].includes(aircraftOf(mat, slot, "status"));
}

function asked(mat) {
  return cursorField(mat, "decision") === DATA.decisions.PROMOTE ? 0 : cursorField(mat, "subject");
}

function stateWords(mat, slot) {
  const status = aircraftOf(mat, slot, "status");
  if (status === STATUS.FLYING && missionField(mat, "leg") === 0) return "in formation";
  const waits = status === STATUS.REPAIR || status === STATUS.REPLACEMENT;
  return STATUS_WORDS[status] + (waits ? ` ${aircraftOf(mat, slot, "timer")}` : "");
}

function damageOf(mat, slot) {
  return WORDS.systems.filter((_, system) => aircraftOf(mat, slot, "damage", system));
}

function cardWords(mat, names, slot) {
  const words = [`Aircraft ${slot} ${stateWords(mat, slot)}`];
  if (!onMission(mat, slot)) return words[0];
  if (missionField(mat, "leader") === slot) words.push("leader");
  if (aircraftOf(mat, slot, "lucky")) words.push("Lucky Dog");
  for (const [roster, field] of [["pilots", "pilot"], ["gunners", "gunner"]]) {
    const place = aircraftOf(mat, slot, field);
    if (place) words.push(personWords(mat, names, roster, place));
  }
  if (damageOf(mat, slot).length) words.push(`damage to ${damageOf(mat, slot).join(" and ")}`);
  if (aircraftOf(mat, slot, "ordnance")) words.push(WORDS.payloads[aircraftOf(mat, slot, "ordnance")]);
  if (aircraftOf(mat, slot, "attacked")) words.push(`score ${aircraftOf(mat, slot, "score")}`);
  return words.join(", ");
}

function personWords(mat, names, roster, place) {
  const stress = personOf(mat, roster, place, "stress"), wounds = personOf(mat, roster, place, "wounds");
  return `${roster.slice(0, -1)} ${place} ${names[roster][place]} ${WORDS.qualities[personOf(mat, roster, place, "level")]}` +
    (stress ? ` stress ${stress}` : "") + (wounds ? ` ${plural(wounds, "wound")}` : "");
}

function card(mat, names, slot, side, tall) {
  const looks = ["card", `card-${STATUS_WORDS[aircraftOf(mat, slot, "status")]}`];
  const looked = asked(mat) === slot ? " card-asked" : "";
  const head = [disc(17, 17, 11, "number"), text(17, 21.5, slot, "number-text", "middle"), badges(mat, slot),
    text(side - 9, 21, stateWords(mat, slot), "small soft", "end")];
  const body = [plane(mat, slot), loadLines(mat, slot, side), seat(mat, names, slot, "pilots", "pilot", 108, side),
    seat(mat, names, slot, "gunners", "gunner", 135, side)];
  return svg("g", { "data-slot": slot }, box(0.75, 0.75, side - 1.5, tall - 1.5, looks.join(" ") + looked, 8), head, body);
}

/** Leader and Lucky Dog. */
function badges(mat, slot) {
  const letters = [];
  if (missionField(mat, "leader") === slot) letters.push("L");
  if (aircraftOf(mat, slot, "lucky")) letters.push("D");
  return letters.map((letter, i) => svg("g", {}, box(32 + i * 20, 9, 17, 16, "badge", 3), text(40.5 + i * 20, 21, letter, "badge-text", "middle")));
}

function plane(mat, slot) {
  const lost = aircraftOf(mat, slot, "status") === STATUS.LOST;
  const marks = DAMAGE_AT.filter((_, system) => aircraftOf(mat, slot, "damage", system))
    .map(([x, y]) => svg("path", { d: `M${x - 4} ${y - 4}l8 8m0-8l-8 8`, class: "damage", "data-marker": "damage" }));
  return at(42, 62, silhouette(lost ? "plane plane-lost" : "plane"), marks,
    lost ? svg("path", { d: "M-24-22L24 26M24-22L-24 26", class: "lost" }) : null);
}

const SHORT_LOADS = ["", "500+50", "500+cluster", "SC1000", "SC1800", "37 mm", "guns"];

function loadLines(mat, slot, side) {
  const load = SHORT_LOADS[aircraftOf(mat, slot, "ordnance")], drm = aircraftOf(mat, slot, "drm");
  const lines = [], x = side - 9, range = aircraftOf(mat, slot, "range_loss");
  const did = aircraftOf(mat, slot, "attacked");
  if (did) lines.push(text(x, 60, aircraftOf(mat, slot, "score"), "score", "end"));
  if (load) lines.push(text(x, did ? 74 : 56, load, "small", "end"));
  if (did || drm) lines.push(text(x, did ? 88 : 71, `DRM ${signed(drm)}`, "small soft", "end"));
  if (range) lines.push(text(x, 36, `range -${range}`, "small warn", "end"));
  return lines;
}

/** Who sits there: number and name, under them the level. */
function seat(mat, names, slot, roster, field, y, side) {
  const place = aircraftOf(mat, slot, field);
  if (!place) return text(9, y, `no ${field}`, "small soft");
  const duty = personOf(mat, roster, place, "duty");
  const gone = duty === DUTY.KIA ? "killed" : duty === DUTY.POW ? "captured" : "";
  const wounds = Array.from({ length: personOf(mat, roster, place, "wounds") }, (_, i) => cross(side - 14 - i * 10, y + 8));
  return svg("g", { class: gone ? "gone" : null }, text(9, y, shortName(names, roster, place), "small"), levelText(mat, roster, place, 9, y + 11),
    gone ? text(side - 9, y, gone, "small warn", "end")
      : [wounds, pips(side - 57, y - 8, personOf(mat, roster, place, "stress"), 6, "pip-stress")]);
}

// --- people and tracks ---

/** A person as the rules know him and by name: "P3 Dornbeck". */
const shortName = (names, roster, place) => `${roster === "pilots" ? "P" : "G"}${place} ${names[roster][place]}`;

function levelText(mat, roster, place, x, y) {
  return text(x, y, WORDS.qualities[personOf(mat, roster, place, "level")], "tiny soft");
}

/** The Available Crew Holding Area: who could fly, with stress. */
function holdingArea(mat, names, width) {
  const here = ["pilots", "gunners"].flatMap((roster) => places()
    .filter((place) => personOf(mat, roster, place, "duty") === DUTY.READY)
    .map((place) => [roster, place]));
  const columns = Math.max(1, Math.floor(width / 112)), side = width / columns, tall = 36;
  const label = `Holding area: ${here.map(([roster, place]) => personWords(mat, names, roster, place)).join(", ") || "nobody"}`;
  const height = Math.max(1, Math.ceil(here.length / columns)) * tall;
  return drawing(width, height, label, here.length ? here.map(([roster, place], i) =>
    at((i % columns) * side, Math.floor(i / columns) * tall, chip(mat, names, roster, place, side - 6))) : text(4, 20, "nobody", "small soft"));
}

function chip(mat, names, roster, place, side) {
  return svg("g", {}, box(0.5, 0.5, side, 30, roster === "pilots" ? "chip" : "chip chip-gunner", 6), text(7, 13, shortName(names, roster, place), "small"),
    pips(7, 18, personOf(mat, roster, place, "stress"), 6, "pip-stress"), levelText(mat, roster, place, 59, 26));
}

/** Rows of the Crew and Aircraft Management Chart: title, and whoever waits as [token, space]. */
function trackRows(mat) {
  const people = (duty) => ["pilots", "gunners"].flatMap((roster) => places()
    .filter((place) => personOf(mat, roster, place, "duty") === duty)
    .map((place) => [`${roster === "pilots" ? "P" : "G"}${place}`, personOf(mat, roster, place, "timer")]));
  const aircraft = (status) => slots().filter((slot) => aircraftOf(mat, slot, "status") === status)
    .map((slot) => [`A${slot}`, aircraftOf(mat, slot, "timer")]);
  return [["Hospital", people(DUTY.HOSPITAL)], ["Crew replacements", people(DUTY.REPLACEMENT)],
    ["Repairs", aircraft(STATUS.REPAIR)], ["New aircraft", aircraft(STATUS.REPLACEMENT)]];
}

/** Hospital, replacements, repairs and new aircraft: who comes back in how many missions. */
function tracks(mat, width) {
  const rows = trackRows(mat), step = width / 10, top = 18;
  const deepest = (row) => Math.max(1, ...Array.from({ length: 11 }, (_, space) => row.filter((one) => one[1] === space).length));
  let y = 0;
  const parts = rows.map(([title, row]) => {
    const tall = deepest(row) * 16 + 8, part = at(0, y, text(0, 12, title, "small strong"), trackBoxes(row, step, top, tall));
    y += top + tall + 10;
    return part;
  });
  const label = rows.map(([title, row]) => `${title}: ${row.map(([name, space]) => `${name} in ${plural(space, "mission")}`).join(", ") || "nobody"}`).join(". ");
  return drawing(width, y, label, parts);
}

function trackBoxes(row, step, top, tall) {
  return Array.from({ length: 10 }, (_, i) => {
    const here = row.filter(([, space]) => Math.max(1, space) === i + 1);
    return svg("g", {}, box(i * step + 1, top, step - 3, tall, here.length ? "space space-full" : "space", 3),
      here.length ? null : text(i * step + step / 2, top + 16, i + 1, "tiny soft", "middle"),
      here.map(([name], k) => text(i * step + step / 2, top + 16 + k * 16, name, "small strong", "middle")));
  });
}

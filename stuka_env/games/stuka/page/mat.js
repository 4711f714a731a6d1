// The mat of one frame, drawn; each function takes the mat and a width in pixels and returns one drawing.

const { ZONES, SLOTS, SEATS } = DATA.sizes;
const STATUS = DATA.statuses, DUTY = DATA.duties;
const STATUS_WORDS = DATA.words.statuses;
/** Where the damage marker of each system goes on the silhouette. */
const DAMAGE_AT = [[0, -19], [-17, -6], [17, -6], [0, 19], [0, 8], [0, -3], [-9, 5]];
/** Boxes of the Flying Circle, in the order of the sectors: above, port, starboard, rear, below, front. */
const SECTOR_AT = [[-98, -72], [-98, 0], [98, 0], [0, 84], [98, 72], [0, -84]];

/**
 * The drawings of a mat: their names, titles, and how each is drawn from a mat and what its scene adds. `shows` is the
 * part of the scene that a drawing needs besides the mat. `empty` is the title of a figure without a drawing. The
 * figure with `facts` has the list of conditions. `place` is the place of a figure beside the others: broad ones have a row of
 * their own, and second and last ones come after the decision on a narrow screen.
 */
const SECTIONS = [
  { name: "track", place: "broad", title: "Mission Track", shows: "path", draw: (mat, war, scene, width) => zoneTrack(mat, scene, width) },
  { name: "cards", place: "broad second", title: "Formation", draw: (mat, war, scene, width) => formation(mat, namesIn(war, scene.index), width) },
  { name: "circle", place: "second", title: "Flying Circle", empty: "Conditions", facts: true, width: 280, shows: "attacks", draw: (mat, war, scene, width) => flyingCircle(mat, scene, width) },
  { name: "waiting", place: "last", title: "Out of action, missions to wait", draw: (mat, war, scene, width) => tracks(mat, width) },
  { name: "crews", place: "broad last", title: "Holding area", draw: (mat, war, scene, width) => holdingArea(mat, namesIn(war, scene.index), width) },
];

function warField(mat, field) { return mat.get("war", field); }

function cursorField(mat, field) { return mat.get("cursor", field); }

function missionField(mat, field, item = 0) { return mat.get("mission", field, 0, item); }

/** Whether the war of a mat is over. */
function isOver(mat) { return mat.get("track", "over") !== 0; }

/** A field of an aircraft card, slot from 1. */
function aircraftOf(mat, slot, field, item = 0) { return mat.get("aircraft", field, slot - 1, item); }

/** A field of a person of the roster "pilots" or "gunners", place from 1. */
function personOf(mat, roster, place, field) { return mat.get(roster, field, place - 1); }

/** The names of everybody in a frame of a war, by roster and place: invented, and whoever comes later has another one. */
function namesIn(war, index) {
  const names = { pilots: [], gunners: [] };
  for (const [since, person, name] of war.raw.names) {
    if (since <= index) names[person > SEATS ? "gunners" : "pilots"][(person - 1) % SEATS + 1] = name;
  }
  return names;
}

function slots() { return Array.from({ length: SLOTS }, (_, i) => i + 1); }

function places() { return Array.from({ length: SEATS }, (_, i) => i + 1); }

function targetWords(mat) {
  const target = missionField(mat, "target");
  if (!target) return "no target yet";
  return `${WORDS.sizes[missionField(mat, "target_size")]} ${WORDS.targets[target]}`.trim();
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** Such as "tenth" or "11th". */
const ordinal = (number) => ORDINALS[number - 1] || `${number}th`;

const segmentWords = (mat) => WORDS.segments[warField(mat, "segment")];

/** The number of the mission in a war of `total` missions and its place in the segment; without `total` in the segment, by name. */
function missionTitle(mat, total = 0) {
  const missions = warField(mat, "missions"), place = Math.min(warField(mat, "mission") + 1, missions);
  if (!total) return `Mission ${place} of ${missions}, ${segmentWords(mat)}`;
  const title = `Mission ${warField(mat, "mission_of_war") - warField(mat, "mission") + place} of ${total}`;
  return total > missions ? `${title}, ${ordinal(place)} of its segment` : title;
}

/** The target of the mission, and its zone. */
function missionWords(mat) {
  if (isOver(mat)) return "the war is over";
  return `${targetWords(mat)}${missionField(mat, "target_zone") ? `, zone ${missionField(mat, "target_zone")}` : ""}`;
}

/** The Mission Track: airfield and six zones, the target's zone, the formation and the way it has come. */
function zoneTrack(mat, scene, width) {
  const target = missionField(mat, "target_zone"), zone = missionField(mat, "zone"), leg = missionField(mat, "leg");
  const step = width / (ZONES + 1), side = step - 6;
  const label = `Mission Track: formation ${zone ? `in zone ${zone}` : "at the airfield"}, ${WORDS.legs[leg]}; ` +
    (target ? `target ${targetWords(mat)} in zone ${target}` : "no target");
  const way = new Set(scene.path);
  const boxes = Array.from({ length: ZONES + 1 }, (_, i) => zoneBox(i, i * step + 3, side, target, way.has(i)));
  const x = zone * step + step / 2;
  return drawing(width, 104, label, boxes, target ? targetMark(target * step + step / 2) : null, formationMark(mat, x, side));
}

function zoneBox(zone, x, side, target, isOnWay) {
  const looks = ["zone", zone ? "" : "zone-home", zone === target && zone ? "zone-target" : "", isOnWay ? "zone-way" : ""];
  const name = zone ? String(zone) : side > 62 ? "Airfield" : "Base";
  return svg("g", {}, box(x, 8, side, 88, looks.join(" "), 6), text(x + side / 2, 90, name, "small soft", "middle"));
}

function targetMark(x) {
  return at(x, 27, disc(0, 0, 11, "target-ring"), disc(0, 0, 6, "target-ring"), disc(0, 0, 2, "target-dot"));
}

/** Arguments of the text that counts the aircraft, at the edge of a narrow zone. */
const countPlace = (x, side, flying) => (side > 62 ? [x + 15, 74, flying, "small strong"] : [x + side / 2 - 3, 76, flying, "small strong halo", "end"]);

function formationMark(mat, x, side) {
  const leg = missionField(mat, "leg"), turn = [0, 90, -90][leg];
  const flying = slots().filter((slot) => aircraftOf(mat, slot, "status") === STATUS.FLYING).length;
  const plane = svg("g", { transform: `translate(${x} 56) rotate(${turn}) scale(0.58)`, "data-marker": "formation" },
    silhouette("plane"));
  return svg("g", {}, plane, flying ? text(...countPlace(x, side, flying)) : null);
}

/** The Flying Circle: where fighters came in since the last decision, and whom they hit; null where there are none. */
function flyingCircle(mat, { attacks }, width) {
  if (!missionField(mat, "fighters") && !attacks.length) return null;
  const middle = width / 2, height = 212;
  const label = "Flying Circle: " + (attacks.length
    ? attacks.map(([sector, ...hit]) => `fighter from ${WORDS.sectors[sector]}${hit.length ? `, hits aircraft ${hit.join(" and ")}` : ", no hit"}`).join("; ")
    : "no fighter has attacked since the last decision");
  const boxes = WORDS.sectors.map((name, sector) =>
    sectorBox(name, sector, attacks.filter((attack) => attack[0] === sector), missionField(mat, "sector") === sector + 1));
  const ring = svg("g", {}, disc(0, 0, 52, "circle-ring"), svg("g", { transform: "scale(1.1)" }, silhouette("plane")));
  return drawing(width, height, label, at(middle, height / 2, ring, boxes));
}

function sectorBox(name, sector, attacks, last) {
  const [x, y] = SECTOR_AT[sector];
  const look = attacks.length ? "sector sector-hit" : last ? "sector sector-last" : "sector";
  const hit = attacks.flatMap((attack) => attack.slice(1));
  const words = attacks.length > 1 ? `${name} x${attacks.length}` : name;
  return at(x, y, box(-38, -20, 76, 40, look, 8), text(0, attacks.length ? -4 : 4, words, "small", "middle"),
    attacks.length ? text(0, 12, hit.length ? `hits ${hit.join(", ")}` : "no hit", "small strong", "middle") : null);
}

// --- aircraft cards ---

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

/** Name and value of everything else that matters. */
function conditions(mat, war) {
  const list = [["Formation", missionField(mat, "formation") ? `${WORDS.formations[missionField(mat, "formation")]} of ${missionField(mat, "sent")}` : "none"]];
  list.push(["Load", missionField(mat, "payload") ? WORDS.payloads[missionField(mat, "payload")] : "none"]);
  const sight = missionField(mat, "visibility") || missionField(mat, "visibility_card");
  list.push(["Visibility", WORDS.visibilities[sight]], ["Anti-Aircraft", WORDS.anti_aircraft[missionField(mat, "anti_aircraft")]]);
  if (missionField(mat, "fighters")) list.push(["Fighters", `${missionField(mat, "fighters")} ${WORDS.fighters[missionField(mat, "fighter")]}`]);
  if (missionField(mat, "kills")) list.push(["Shot down", String(missionField(mat, "kills"))]);
  if (missionField(mat, "relief_used")) list.push(["Leader's relief", "used"]);
  const cards = [["escorts_early", "escorts early"], ["escorts_late", "escorts late"], ["ambush", "ambush"], ["anti_aircraft_card", "Anti-Aircraft"]]
    .filter(([field]) => missionField(mat, field)).map(([, words]) => words);
  if (cards.length) list.push(["Cards in force", cards.join(", ")]);
  if (missionField(mat, "last_card")) list.push(["Last card", war.raw.cards[missionField(mat, "last_card") - 1]]);
  if (missionField(mat, "aborted")) list.push(["Mission", "aborted"]);
  return list;
}

// --- shapes ---

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

// The mat of one frame, drawn; each function takes the mat and a width in pixels and returns one drawing.

const { ZONES, SLOTS, SEATS } = DATA.sizes;
const STATUS = DATA.statuses, DUTY = DATA.duties;
const STATUS_WORDS = DATA.words.statuses;
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

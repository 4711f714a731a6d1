// The mat of one frame, drawn; each function takes the mat, the charts of its war and a width in pixels.

const ASKED = DATA.decisions, OVER = DATA.codes.over;

/**
 * The drawings of a mat: their names, titles, and how each is drawn from a mat and what its scene adds. `shows` is the
 * part of the scene that a drawing needs besides the mat. The figure with `facts` has the list of conditions. `place` is
 * the place of a figure beside the others: broad ones have a row of their own, and second and last ones come after the
 * decision on a narrow screen.
 */
const SECTIONS = [
  { name: "track", place: "broad", title: "Endurance track", shows: "path", draw: (mat, war, scene, width) => enduranceTrack(mat, war.raw.book, scene, width) },
  { name: "own", place: "second", title: "Own aircraft", draw: (mat, war, scene, width) => ownAircraft(mat, war.raw.book, width) },
  { name: "enemy", place: "second", title: "Encounter", draw: (mat, war, scene, width) => encounter(mat, war.raw.book, width) },
  { name: "pilot", place: "second", title: "Pilot and unit", facts: true, draw: (mat, war, scene, width) => pilotSheet(mat, war.raw.book, width) },
  { name: "deck", place: "second", title: "Combat cards", draw: (mat, war, scene, width) => combatCards(mat, war.raw.book, width) },
  { name: "calendar", place: "broad last", title: "Calendar and victory", shows: "lines", draw: (mat, war, scene, width) => calendar(mat, war.raw.book, scene, width) },
];

function careerOf(mat, field, item = 0) { return mat.get("career", field, 0, item); }

function sortieOf(mat, field) { return mat.get("sortie", field); }

/** Whether the episode of a mat is over. */
function isOver(mat) { return careerOf(mat, "over") !== OVER.RUNNING; }

// --- words about the raid ---

const monthWords = (mat) => WORDS.months[careerOf(mat, "month")];
const shortMonth = (month) => WORDS.months[month].replace(/^(...)\S* /, "$1 ");

/** The number of the raid in an episode of `total` raids, and its place in the month. */
function missionTitle(mat, total = 0) {
  const used = Math.max(1, careerOf(mat, "lines_used")), line = careerOf(mat, "line");
  const place = line ? `, line ${line} of ${monthWords(mat)}` : `, ${monthWords(mat)}`;
  return total > 1 ? `Raid ${used} of ${total}${place}` : `Raid of ${monthWords(mat)}`;
}

/** The city of the raid, and the boxes in which it can be met. */
function missionWords(mat, { raw: { book } }) {
  if (isOver(mat)) return `the ${NOUNS.war} is over`;
  if (!careerOf(mat, "line")) return "before the first raid";
  const raid = sortieOf(mat, "raid");
  if (!raid) return "no raid yet";
  return `${book.raids[careerOf(mat, "month")][raid]}, zone ${WORDS.target_zones[sortieOf(mat, "target_zone")]}`;
}

/** Everything that is known of bombers and fighters in the box. */
function contactWords(mat) {
  const words = [], bomber = sortieOf(mat, "bomber_type"), escort = sortieOf(mat, "escort"), orientation = sortieOf(mat, "orientation");
  if (bomber && !sortieOf(mat, "sweep")) words.push(`${WORDS.bombers[bomber]}s`);
  if (escort === 1) words.push("without escort");
  if (escort > 1) words.push(sortieOf(mat, "sweep") ? `a sweep of ${WORDS.enemies[escort]}s` : `escorted by ${WORDS.enemies[escort]}s`);
  if (words.length && orientation >= 0) words.push(WORDS.orientations[orientation]);
  return words.join(", ");
}

/** Name and value of everything else that matters. */
function conditions(mat, { raw: { book } }) {
  const unit = careerOf(mat, "unit"), list = [];
  if (unit) list.push(["Unit", book.units[unit]], ["Base", `${book.bases[unit]} (${WORDS.zones[careerOf(mat, "zone")]})`]);
  list.push(["Sorties flown", String(careerOf(mat, "flown"))]);
  if (sortieOf(mat, "raid")) list.push(["Weather", WORDS.weathers[sortieOf(mat, "weather")]]);
  if (sortieOf(mat, "event")) list.push(["Random event", WORDS.events[sortieOf(mat, "event")]]);
  if (sortieOf(mat, "homeward")) list.push(["Flight", "has to go home"]);
  if (careerOf(mat, "sit_out")) list.push(["To sit out", plural(careerOf(mat, "sit_out"), "raid")]);
  const lost = mat.get("desk", "lost") + mat.get("desk", "ordered");
  if (lost) list.push(["About to be lost", plural(lost, "raid")]);
  const markers = WORDS.markers.filter((_, marker) => careerOf(mat, "markers", marker));
  if (markers.length) list.push(["Markers", markers.join(", ")]);
  if (careerOf(mat, "aircraft_lost")) list.push(["Aircraft lost", String(careerOf(mat, "aircraft_lost"))]);
  if (careerOf(mat, "wingmen_lost")) list.push(["Wingmen lost", String(careerOf(mat, "wingmen_lost"))]);
  if (careerOf(mat, "cause")) list.push(["The pilot", `killed ${WORDS.causes[careerOf(mat, "cause")]}`]);
  return list;
}

// --- the endurance track ---

const TRACK_BOXES = 7;

/** The base and seven boxes: where the raid can be met, where the aircraft is, and the way it has come. */
function enduranceTrack(mat, book, scene, width) {
  const box = sortieOf(mat, "box"), entry = sortieOf(mat, "entry"), last = sortieOf(mat, "last_box");
  const step = width / (TRACK_BOXES + 1), side = step - 6, way = new Set(scene.path);
  const where = box ? `in box ${box}` : "on the ground";
  const label = `Endurance track: ${where}; ${entry ? `the raid can be met in boxes ${entry} to ${last}` : "no raid yet"}${contactWords(mat) ? `; met: ${contactWords(mat)}` : ""}`;
  const boxes = Array.from({ length: TRACK_BOXES + 1 }, (_, i) => trackBox(i, { x: i * step + 3, side, isOpen: entry > 0 && i >= entry && i <= last, isOnWay: way.has(i), book }));
  const x = box * step + step / 2;
  return drawing(width, 122, label, boxes, box ? contactMark(mat, x, side) : null, ownMark(mat, book, x, box > 0));
}

function trackBox(number, { x, side, isOpen, isOnWay, book }) {
  const looks = ["zone", number ? (isOpen ? "zone-open" : "zone-grey") : "zone-home", isOnWay ? "zone-way" : ""];
  const notes = [number && number <= book.bombs ? "bombs" : "", number >= book.flak ? "flak" : ""].filter(Boolean);
  return svg("g", {}, box(x, 8, side, 108, looks.join(" "), 6), text(x + side / 2, 110, number || (side > 78 ? "On the ground" : "Base"), number ? "small strong soft" : "tiny soft", "middle"),
    isOpen && side > 36 ? text(x + side / 2, 96, notes.join(", "), "tiny soft", "middle") : null);
}

/** The bombers or fighters that are met in a box. */
function contactMark(mat, x, side) {
  if (sortieOf(mat, "orientation") < 0) return null;
  const isSweep = sortieOf(mat, "sweep") !== 0, escort = sortieOf(mat, "escort"), small = Math.min(1, side / 60);
  const bomber = (dx, dy) => svg("g", { transform: `translate(${x + dx * small} ${26 + dy * small}) scale(${0.2 * small}) rotate(90)` }, fourEngines("enemy-plane"));
  const fighter = (dx) => svg("g", { transform: `translate(${x + dx * small} 42) scale(${0.2 * small}) rotate(90)` }, oneEngine("enemy-plane"));
  return [isSweep ? null : [bomber(0, -8), bomber(-14, 6), bomber(14, 6)], escort > 1 ? [fighter(-10), fighter(10)] : null];
}

function ownMark(mat, book, x, isFlying) {
  if (!mat.get("aircraft", "speed")) return null;
  return svg("g", { transform: `translate(${x} 66) scale(0.5) rotate(${isFlying ? 90 : 0})`, "data-marker": "own" }, aircraftShape(seriesOf(mat, book).engines, "plane"));
}

// --- aircraft ---

const modelOf = (mat, book) => book.models[mat.get("aircraft", "model")];
const seriesOf = (mat, book) => book.series[modelOf(mat, book).series];

/** Systems with a threshold: field, field of the threshold, name, and place on the silhouette. */
const FRAME = [
  ["port_wing", "wing", "port wing", [-17, -5]], ["starboard_wing", "wing", "starboard wing", [17, -5]], ["airframe", "airframe", "airframe", [0, 3]],
  ["tail", "tail", "tail", [0, 20]], ["controls", "controls", "controls", [7, 12]],
];

/** Systems that are whole or not: field, words, and place on the silhouette. */
const SWITCHES = [
  ["leak", "fuel leak", [-7, 8]], ["oxygen", "oxygen out"], ["radio", "radio out"], ["boost", "boost out"], ["gear", "landing gear damaged", [-10, -1]],
  ["rear_gun", "rear gun out"],
];

/** The systems of an aircraft with their hits: name, hits, and the hits that it takes. */
function systemRows(mat, block, limits, engineHits) {
  const rows = FRAME.map(([field, limit, name]) => [name, mat.get(block, field), limits[limit]]);
  const names = limits.engines > 1 ? ["port engine", "starboard engine"] : ["engine"];
  return engineHits ? [...rows, ...names.map((name, i) => [name, mat.get(block, "engines", 0, i), engineHits])] : rows;
}

/** The systems that are out, of those that an aircraft has. */
const switchesOf = (mat, block) => SWITCHES.filter(([field]) => DATA.layout[block].fields[field] !== undefined && mat.get(block, field));

/** Rows of systems with a square for each hit; returns the drawing and its height. */
function systemTable(rows, x, width) {
  const tall = 17;
  return [rows.map(([name, hits, most], i) => at(x, i * tall, text(0, 11, name, hits ? "small warn" : "small"), hitPips(width - most * 10, 2, hits, most))), rows.length * tall];
}

/** A row of squares, the first `count` of them hit. */
function hitPips(x, y, count, most) {
  return Array.from({ length: most }, (_, i) => box(x + i * 10, y, 8, 10, i < count ? "pip-hit" : "pip-free", 1.5));
}

const marksAt = (places) => places.map(([x, y]) => svg("path", { d: `M${x - 4} ${y - 4}l8 8m0-8l-8 8`, class: "damage", "data-marker": "damage" }));

/** The places of all damage on the silhouette of a fighter. */
function damagePlaces(mat, block, engines) {
  const frame = FRAME.filter(([field]) => mat.get(block, field)).map(([, , , place]) => place);
  const motors = (engines > 1 ? [[-14, -14], [14, -14]] : [[0, -19]]).filter((_, i) => mat.get(block, "engines", 0, i));
  return [...frame, ...motors, ...switchesOf(mat, block).map(([, , place]) => place).filter(Boolean)];
}

const canFire = (mat, i) => mat.get("guns", "ammunition", i) !== 0 && !mat.get("guns", "jammed", i) && !mat.get("guns", "out", i);

/** Whether the own aircraft was lost in this sortie. */
const isLost = (mat) => sortieOf(mat, "lost") !== 0;

/** The firepower of the own weapons that can fire. */
const ownFirepower = (mat, book) => modelOf(mat, book).weapons.reduce((sum, [, firepower], i) => sum + (canFire(mat, i) ? firepower : 0), 0);

/** The own aircraft: its systems, its weapons, and everything that is out. */
function ownAircraft(mat, book, width) {
  if (!mat.get("aircraft", "speed")) return drawing(width, 28, "Own aircraft: none has been chosen", text(0, 16, "none has been chosen", "small soft"));
  const model = modelOf(mat, book), limits = seriesOf(mat, book), left = Math.min(120, width * 0.34);
  const rows = systemRows(mat, "aircraft", limits, book.engine_hits[limits.armour]);
  const [systems, tall] = systemTable(rows, left + 8, width - left - 8);
  const [chips, chipsTall] = flow([...switchesOf(mat, "aircraft").map(([, words]) => [words, "chip-bad"]), ...rocketChip(mat), ...armourChip(mat, limits)], width);
  const guns = 26 + tall + 8, gunsTall = model.weapons.length * 19, silhouette = at(left / 2, 26 + tall / 2,
    svg("g", { transform: `scale(${left / 64})` }, aircraftShape(limits.engines, isLost(mat) ? "plane plane-lost" : "plane"), marksAt(damagePlaces(mat, "aircraft", limits.engines))));
  const head = [text(0, 14, model.name, "strong"), isLost(mat) ? text(width, 14, "lost", "small warn", "end") : text(width, 14, `speed ${mat.get("aircraft", "speed")}, firepower ${ownFirepower(mat, book)}`, "small soft", "end")];
  return drawing(width, guns + gunsTall + (chipsTall ? chipsTall + 6 : 0), ownWords(mat, book, rows), head, silhouette, at(0, 26, systems),
    model.weapons.map((weapon, i) => at(0, guns + i * 19, weaponRow(mat, weapon, i, width))), at(0, guns + gunsTall + 6, chips));
}

function rocketChip(mat) {
  const rockets = mat.get("aircraft", "rockets");
  return rockets ? [[`rockets ${WORDS.rockets[rockets]}`, rockets === 1 ? "chip" : rockets === 3 ? "chip-bad" : "chip-spent"]] : [];
}

const armourChip = (mat, limits) => (limits.armour && mat.get("aircraft", "armour") ? [["engine armour hit", "chip-bad"]] : []);

/** A weapon with its ammunition, or the reason that it cannot fire. */
function weaponRow(mat, [name, firepower, most], i, width) {
  const left = mat.get("guns", "ammunition", i), out = mat.get("guns", "out", i), jammed = mat.get("guns", "jammed", i);
  const state = out ? "out of action" : jammed ? "jammed" : left === 0 ? "empty" : most < 0 ? "no limit" : "";
  const pips = Array.from({ length: Math.max(0, most) }, (_, k) => box(width - (most - k) * 8, 3, 6, 11, k < left ? "pip-ammo" : "pip-free", 2));
  return [text(0, 13, name, out || jammed ? "small soft" : "small"), width > 300 ? text(width * 0.5, 13, `firepower ${firepower}`, "tiny soft") : null,
    state ? text(width, 13, state, most < 0 && !out && !jammed ? "small soft" : "small warn", "end") : pips];
}

function ownWords(mat, book, rows) {
  const model = modelOf(mat, book), hits = rows.filter(([, count]) => count).map(([name, count, most]) => `${name} ${count} of ${most} hits`);
  const guns = model.weapons.map(([name, , most], i) => `${name} ${mat.get("guns", "jammed", i) ? "jammed" : mat.get("guns", "out", i) ? "out of action" : most < 0 ? "without limit" : `${mat.get("guns", "ammunition", i)} of ${most}`}`);
  const rockets = mat.get("aircraft", "rockets");
  return [`Own aircraft ${model.name}${isLost(mat) ? ", lost" : ""}`, `speed ${mat.get("aircraft", "speed")}`, `firepower ${ownFirepower(mat, book)}`, ...guns, ...(hits.length ? hits : ["no hits"]),
    ...switchesOf(mat, "aircraft").map(([, words]) => words), rockets ? `rockets ${WORDS.rockets[rockets]}` : ""].filter(Boolean).join(", ");
}

// --- the enemy ---

/** The bomber under attack and the enemy fighter; words about the raid where there is none. */
function encounter(mat, book, width) {
  const parts = [mat.get("bomber", "present") ? bomberUnderAttack(mat, book, width) : null, mat.get("fighter", "present") ? enemyFighter(mat, book, width) : null].filter(Boolean);
  if (!parts.length) {
    const known = contactWords(mat), words = sortieOf(mat, "orientation") >= 0 && known ? [known] : ["no enemy in contact", known ? `expected: ${known}` : ""].filter(Boolean);
    return drawing(width, words.length * 18 + 10, `Encounter: ${words.join(", ")}`, words.map((line, i) => text(0, 16 + i * 18, line, "small soft")));
  }
  let y = 0;
  const placed = parts.map(([drawn, tall]) => { const part = at(0, y, drawn); y += tall + 12; return part; });
  return drawing(width, y - 12, parts.map(([, , words]) => words).join(". "), placed);
}

/** A row of places, the current one marked; the words stand under it. */
function scale(names, place, width, words) {
  const step = width / names.length;
  return [names.map((name, i) => svg("g", {}, box(i * step + 1, 0, step - 2, 22, i === place ? "space space-full" : "space", 4),
    text(i * step + step / 2, 15, name, i === place ? "small strong" : "tiny soft", "middle"))), text(0, 38, words, "small soft")];
}

const FIRST_WORDS = ["the bomber answers", "the interceptor fires first", "the bomber does not answer"];

/** The bomber: its systems, engines and crew, and the range to it. Returns the drawing, its height, and words. */
function bomberUnderAttack(mat, book, width) {
  const get = (field, item = 0) => mat.get("bomber", field, 0, item), name = WORDS.bombers[get("type")], limits = book.bombers[get("type")];
  const rows = systemRows(mat, "bomber", limits, 0), left = Math.min(130, width * 0.36), engines = [0, 1, 2, 3].map((i) => get("engines", i));
  const [systems, frameTall] = systemTable(rows, left + 8, width - left - 8), crew = crewOf(mat);
  const engineRow = at(left + 8, frameTall, text(0, 11, "engines", engines.some(Boolean) ? "small warn" : "small"),
    engines.map((hits, i) => [box(width - left - 8 - (4 - i) * 22, 2, 8, 10, hits > 0 ? "pip-hit" : "pip-free", 1.5), box(width - left + 1 - (4 - i) * 22, 2, 8, 10, hits > 1 ? "pip-hit" : "pip-free", 1.5)]));
  const [chips, chipsTall] = flow([...switchesOf(mat, "bomber").map(([, words]) => [words, "chip-hit"]), ...crew.map((words) => [words, "chip-hit"]), ...bomberChips(mat)], width);
  const tall = 26 + frameTall + 17, formation = sortieOf(mat, "formation") ? "in formation" : sortieOf(mat, "straggler") ? "a straggler" : "";
  const silhouette = at(left / 2, 26 + (frameTall + 17) / 2, svg("g", { transform: `scale(${left / 124})` }, fourEngines("enemy-plane"), marksAt(bomberPlaces(mat))));
  const range = 2 - get("range"), words = `${FIRST_WORDS[get("first")]}${get("fired") ? `, ${plural(get("fired"), "shot")} in this pass` : ""}`;
  const drawn = [text(0, 14, name, "strong"), text(width, 14, formation, "small soft", "end"), silhouette, at(0, 26, systems, engineRow),
    at(0, tall + 8, scale([...WORDS.ranges].reverse(), range, width, words)), at(0, tall + 54, chips)];
  const hits = [...rows, ...engines.map((count, i) => [`engine ${i + 1}`, count, 2])].filter(([, count]) => count).map(([system, count, most]) => `${system} ${count} of ${most} hits`);
  const label = [`Bomber ${name}`, formation, `${WORDS.ranges[get("range")]} range`, FIRST_WORDS[get("first")], ...(hits.length ? hits : ["no hits"]), ...switchesOf(mat, "bomber").map(([, one]) => one), ...crew];
  return [drawn, tall + 50 + (chipsTall ? chipsTall + 4 : 0), label.filter(Boolean).join(", ")];
}

/** The people of the bomber who are hit. */
function crewOf(mat) {
  const gunners = mat.get("bomber", "gunners"), pilots = ["pilot", "copilot"].map((name, i) => [name, mat.get("bomber", "pilots", 0, i)]);
  return [gunners ? `${plural(gunners, "gunner")} hit` : "", ...pilots.filter(([, health]) => health).map(([name, health]) => `${name} ${WORDS.healths[health]}`)].filter(Boolean);
}

/** Orders for the next shot. */
function bomberChips(mat) {
  return [mat.get("bomber", "wingman_ordered") === 1 ? ["the wingman attacks", "chip"] : null, mat.get("bomber", "reflexes_ordered") ? ["Reflexes", "chip"] : null].filter(Boolean);
}

/** The places of all damage on the silhouette of a bomber. */
function bomberPlaces(mat) {
  const places = { port_wing: [-44, -8], starboard_wing: [44, -8], airframe: [0, 4], tail: [0, 34], controls: [10, 34] };
  const frame = Object.entries(places).filter(([field]) => mat.get("bomber", field)).map(([, place]) => place);
  return [...frame, ...ENGINES_AT.filter((_, i) => mat.get("bomber", "engines", 0, i)).map((x) => [x, -18]), ...(mat.get("bomber", "leak") ? [[-9, -4]] : [])];
}

/** The enemy fighter: its systems and the position against it. Returns the drawing, its height, and words. */
function enemyFighter(mat, book, width) {
  const get = (field, item = 0) => mat.get("fighter", field, 0, item), name = WORDS.enemies[get("type")], limits = book.enemies[get("type")];
  const rows = systemRows(mat, "fighter", limits, book.engine_hits[limits.armour]), left = Math.min(120, width * 0.34);
  const [systems, tall] = systemTable(rows, left + 8, width - left - 8), position = get("position");
  const outs = limits.guns.filter((_, i) => get("guns_out", i)).map((gun) => [`${gun} out`, "chip-hit"]);
  const pilot = get("pilot") ? [[`pilot ${WORDS.healths[get("pilot")]}`, "chip-hit"]] : [], sun = get("sun") ? [["out of the sun", "chip"]] : [];
  const [chips, chipsTall] = flow([...switchesOf(mat, "fighter").map(([, words]) => [words, "chip-hit"]), ...outs, ...pilot, ...sun, ...(get("reflexes_ordered") ? [["Reflexes", "chip"]] : [])], width);
  const silhouette = at(left / 2, 26 + tall / 2, svg("g", { transform: `scale(${left / 64})` }, aircraftShape(limits.engines, "enemy-plane"), marksAt(damagePlaces(mat, "fighter", limits.engines))));
  const quality = mat.get("settings", "enemy_quality") ? `${WORDS.qualities[get("quality")]}, ` : "";
  const words = `You are ${WORDS.positions[position + 2]}, round ${get("rounds")}`, fire = limits.fire.reduce((sum, one, i) => sum + (get("guns_out", i) ? 0 : one), 0);
  const drawn = [text(0, 14, name, "strong"), text(width, 14, `${quality}speed ${get("speed")}, firepower ${fire}`, "small soft", "end"), silhouette, at(0, 26, systems),
    at(0, 26 + tall + 8, scale(width > 420 ? WORDS.positions : ["\u22122", "\u22121", "0", "+1", "+2"], position + 2, width, words)), at(0, 26 + tall + 54, chips)];
  const hits = rows.filter(([, count]) => count).map(([system, count, most]) => `${system} ${count} of ${most} hits`);
  const label = [`Enemy fighter ${name}`, words, `speed ${get("speed")}`, `firepower ${fire}`, ...(hits.length ? hits : ["no hits"])];
  return [drawn, 26 + tall + 50 + (chipsTall ? chipsTall + 4 : 0), label.join(", ")];
}

// --- the pilot ---

const MATE_SKILLS = { wingman: ["Expert", "Gunnery", "Aim"], gunner: ["Parachute", "S.A.", "Maintenance", "Gunnery"] };
const EXPERT = WORDS.skills.indexOf("Expert");

/** Skills of the pilot, and the series in which he is an Expert. */
function pilotSkills(mat) {
  const skills = WORDS.skills.filter((_, skill) => skill !== EXPERT && mat.get("pilot", "skills", 0, skill));
  return [...skills, ...WORDS.series.filter((_, series) => mat.get("pilot", "expert", 0, series)).map((name) => `Expert ${name}`)];
}

/** Awards of the pilot; the Wound Badge with its class. */
function pilotAwards(mat) {
  return WORDS.awards.map((name, award) => [name, mat.get("pilot", "awards", 0, award), award]).filter(([, grade]) => grade)
    .map(([name, grade, award]) => (award === 0 ? `${name} in ${WORDS.badges[grade]}` : name));
}

/** The kills of the pilot by type. */
function killsOf(mat) {
  const bombers = WORDS.bombers.slice(1).map((name, i) => [careerOf(mat, "by_type", i), name]).filter(([count]) => count).map(([count, name]) => `${count} ${name}`);
  return [...bombers, careerOf(mat, "fighters") ? plural(careerOf(mat, "fighters"), "fighter") : ""].filter(Boolean);
}

/** The wingman or the gunner: words about him, and his skills. */
function mateOf(mat, who) {
  const get = (field, item = 0) => mat.get(who, field, 0, item), present = get("present");
  if (!present) return [who === "wingman" ? "absent" : "none", []];
  const state = present === 2 ? (who === "wingman" ? "damaged" : "temporary") : get("health") ? WORDS.healths[get("health")] : "here";
  const kills = [get("bombers") ? plural(get("bombers"), "bomber") : "", get("fighters") ? plural(get("fighters"), "fighter") : "", get("ace") ? "Ace" : ""].filter(Boolean);
  const skills = MATE_SKILLS[who].filter((name, i) => name !== "Expert" && get("skills", i));
  return [[state, ...kills].join(", "), [...skills, ...WORDS.series.filter((_, series) => get("expert", series)).map((name) => `Expert ${name}`)]];
}

/** The pilot sheet: rank, health, kills, Prestige, Experience, skills and awards, with the wingman and the gunner. */
function pilotSheet(mat, book, width) {
  const get = (field) => mat.get("pilot", field), health = get("health"), rank = WORDS.ranks[get("track")][get("rank")];
  const state = [WORDS.healths[health], get("wounds") ? plural(get("wounds"), "wound") : "", mat.get("settings", "fatigue") ? `fatigue ${get("fatigue")}` : ""].filter(Boolean).join(", ");
  const numbers = [["bombers", careerOf(mat, "bombers")], ["fighters", careerOf(mat, "fighters")], ["Prestige", get("prestige")], ["level", get("level")], ["Experience", get("points")]];
  const kills = killsOf(mat), skills = pilotSkills(mat), awards = pilotAwards(mat);
  const mates = [["Wingman", ...mateOf(mat, "wingman")], ...(mat.get("aircraft", "speed") && seriesOf(mat, book).crew > 1 ? [["Gunner", ...mateOf(mat, "gunner")]] : [])];
  const parts = [];
  let y = 74;
  for (const [title, words, chips, look] of [["Kills", "", kills, "chip"], ["Skills", "", skills, "chip-skill"], ["Awards", "", awards, "chip-award"], ...mates.map(([who, ...rest]) => [who, ...rest, "chip-skill"])]) {
    const [drawn, tall] = flow(chips.map((one) => [one, look]), width - 70);
    parts.push(at(0, y, text(0, 15, title, "small soft"), words ? text(70, 15, words, "small") : chips.length ? null : text(70, 15, "none", "small soft"), at(70, words ? 20 : 0, drawn)));
    y += Math.max(22, tall + (words ? 20 : 0)) + 4;
  }
  const letters = numbers.map(([name]) => Math.max(6, name.length)), all = letters.reduce((sum, count) => sum + count), wide = letters.map((count) => (count / all) * width);
  const label = [`Pilot ${rank}`, state, ...numbers.map(([name, count]) => `${name} ${count}`), `kills ${kills.join(", ") || "none"}`, `skills ${skills.join(", ") || "none"}`,
    `awards ${awards.join(", ") || "none"}`, ...mates.map(([who, words, own]) => `${who} ${[words, ...own].join(", ")}`)].join("; ");
  return drawing(width, y, label, text(0, 14, rank, "strong"), text(width, 14, state, health ? "small warn" : "small soft", "end"),
    numbers.map(([name, count], i) => at(wide.slice(0, i).reduce((sum, one) => sum + one, 0), 24, box(0.5, 0.5, wide[i] - 5, 42, "card", 6),
      text((wide[i] - 4) / 2, 22, count, "count", "middle"), text((wide[i] - 4) / 2, 36, name, "tiny soft", "middle"))), parts);
}

// --- the cards ---

/** The result of a card for a firepower. */
function fireOf(book, number, firepower) {
  if (firepower <= 0) return "no fire";
  const column = Math.max(0, book.columns.filter((least) => least <= firepower).length - 1), cell = book.cards[number - 1][0][column];
  return cell === 99 ? "destroyed" : cell === 50 ? "group damage" : cell ? plural(cell, "hit") : "no hit";
}

const HELPS = ["does nothing", "attacks", "covers", "drives the enemy off", "is damaged"];

/** The cards that lie face up: whose each is, and the parts that can count. */
function faceUp(mat, book) {
  const place = (field) => mat.get("deck", field), [own, enemy, wing, gunner] = ["own", "enemy", "wing", "gunner"].map(place);
  const defence = (card) => `defence: ${WORDS.maneuvers[card[3]]}`, list = [], isFighter = mat.get("fighter", "present");
  const fighterFire = () => book.enemies[mat.get("fighter", "type")].fire.reduce((sum, one, i) => sum + (mat.get("fighter", "guns_out", 0, i) ? 0 : one), 0);
  if (own) list.push(["own", own, [`fire: ${fireOf(book, own, ownFirepower(mat, book))}${book.cards[own - 1][1] ? ", a jam" : ""}`, defence(book.cards[own - 1]), `wingman: ${HELPS[book.cards[own - 1][5]]}`]]);
  if (enemy) list.push(["enemy", enemy, isFighter ? [`fire: ${fireOf(book, enemy, fighterFire())}`, defence(book.cards[enemy - 1])] : [`defensive fire: ${book.cards[enemy - 1][2]}`]]);
  if (wing) list.push(["wingman", wing, [`fire: ${fireOf(book, wing, own ? book.cards[own - 1][6] : 0)}`]]);
  if (gunner) list.push(["gunner", gunner, [`fire: ${book.cards[gunner - 1][2]}`]]);
  return list;
}

/** All cards, those that are out marked, and the cards that lie face up. */
function combatCards(mat, book, width) {
  const count = book.cards.length, columns = width > 420 ? 20 : 15, step = width / columns, tall = 20, rows = Math.ceil(count / columns);
  const isOut = Array.from({ length: count }, (_, i) => mat.get("deck", "drawn", 0, i) !== 0), left = isOut.filter((out) => !out).length;
  const shown = faceUp(mat, book), numbers = new Set(shown.map(([, number]) => number));
  const cells = isOut.map((out, i) => at((i % columns) * step, Math.floor(i / columns) * tall,
    box(0.5, 0.5, step - 3, tall - 3, numbers.has(i + 1) ? "deck-up" : out ? "deck-out" : "deck-left", 3), text((step - 2) / 2, 13, i + 1, out && !numbers.has(i + 1) ? "tiny deck-gone" : "tiny", "middle")));
  const across = Math.max(1, Math.min(Math.floor(width / 150), shown.length)), side = (width - 8 * (across - 1)) / across, foot = rows * tall + 24;
  const cards = shown.map(([who, number, lines], i) => at((i % across) * (side + 8), foot + Math.floor(i / across) * 76, box(0.75, 0.75, side - 1.5, 68, `card card-${who}`, 8),
    text(9, 17, `${who}: card ${number}`, "small strong"), lines.map((words, k) => text(9, 33 + k * 14, words, "small"))));
  const label = `Combat cards: ${left} of ${count} left${shown.length ? `; face up: ${shown.map(([who, number, lines]) => `${who} card ${number}, ${lines.join(", ")}`).join("; ")}` : ""}`;
  return drawing(width, foot + Math.ceil(shown.length / across) * 76 - (shown.length ? 4 : 6), label, cells, text(0, rows * tall + 13, `${left} of ${count} cards left; dark: out since the shuffle`, "tiny soft"), cards);
}

// --- the calendar ---

const LADDER_TOP = 38;
const LINE_LOOKS = { flown: "day-flown", stayed: "day-stayed", out_of_range: "day-range", sat_out: "day-out" };
const LINE_MARKS = { stayed: "\u2013", out_of_range: "\u00b7", sat_out: "+" };

/** The months with their sortie lines, and the bombers on the ladder of victory. */
function calendar(mat, book, scene, width) {
  const isWide = width >= 740, gridWidth = isWide ? width * 0.6 : width, month = careerOf(mat, "month"), used = careerOf(mat, "lines_used");
  const step = gridWidth / book.lines.length, tall = 17, lines = new Map((scene.lines || []).map((line) => [`${line.month}:${line.line}`, line]));
  const cells = book.lines.map((count, column) => at(column * step, 0, text(step / 2 - 1, 11, step > 34 ? WORDS.months[column].slice(0, 3) : WORDS.months[column][0], column === month ? "tiny strong" : "tiny soft", "middle"),
    Array.from({ length: count }, (_, i) => day(lines.get(`${column}:${i + 1}`), { y: 17 + i * tall, step, tall, isNow: column === month && careerOf(mat, "line") === i + 1 }))));
  const foot = 17 + Math.max(...book.lines) * tall + 14;
  const key = text(0, foot, step > 34 ? "number: bombers of the raid; \u2013 stayed; \u00b7 out of range; + sat out; \u00d7 aircraft lost" : "number: bombers; \u2013 stayed; \u00b7 out of range; + sat out", "tiny soft");
  const ladder = isWide ? at(gridWidth + 24, 10, victory(mat, book, width - gridWidth - 24)) : at(0, foot + 16, victory(mat, book, width));
  const bombers = careerOf(mat, "bombers");
  const label = `Calendar: ${WORDS.months[month]}, line ${careerOf(mat, "line")}, ${plural(used, "sortie line")} used. Victory: ${plural(bombers, "bomber")}, ${levelOf(book, bombers)}`;
  return drawing(width, isWide ? foot + 6 : foot + 84, label, cells, key, ladder);
}

/** A sortie line of the calendar. */
function day(line, { y, step, tall, isNow }) {
  const look = line ? LINE_LOOKS[line.status] : "day-open", score = line ? LINE_MARKS[line.status] || (line.bombers ? String(line.bombers) : "") : "";
  return [box(1, y, step - 3, tall - 3, `${look}${line && line.bombers ? " day-scored" : ""}${isNow ? " day-now" : ""}`, 3), text(step / 2 - 0.5, y + 11.5, score, line && line.bombers ? "tiny strong" : "tiny soft", "middle"),
    line && line.aircraft_lost ? svg("path", { d: `M${step - 10} ${y + 3}l5 5m0-5l-5 5`, class: "day-lost" }) : null];
}

const levelOf = (book, bombers) => WORDS.ladder[Math.max(0, book.ladder.filter((least) => least <= bombers).length - 1)];

/** The ladder of victory with the bombers so far. */
function victory(mat, book, width) {
  const bombers = careerOf(mat, "bombers"), x = (count) => (Math.min(count, LADDER_TOP) / LADDER_TOP) * width, level = levelOf(book, bombers);
  const steps = book.ladder.map((least, i) => [least, book.ladder[i + 1] ?? LADDER_TOP, WORDS.ladder[i]]);
  return [text(0, 12, `${plural(bombers, "bomber")}: ${level}`, "strong"),
    steps.map(([from, to, name]) => svg("g", {}, box(x(from) + 1, 22, x(to) - x(from) - 2, 32, name === level ? "space space-full" : "space", 3),
      text((x(from) + x(to)) / 2, 35, to < LADDER_TOP ? `${from}\u2013${to - 1}` : `${from}+`, "tiny soft", "middle"), x(to) - x(from) > 40 ? text((x(from) + x(to)) / 2, 48, name.replace(" victory", ""), "tiny", "middle") : null)),
    svg("path", { d: `M${Math.max(5, Math.min(width - 5, x(bombers)))} 57l5 9h-10z`, class: "victory-mark" })];
}

// --- shapes ---

/** Chips in rows of a width, each with words and a look; returns the drawing and its height. */
function flow(chips, width) {
  let x = 0, y = 0;
  const drawn = chips.map(([words, look]) => {
    const wide = words.length * 6.5 + 14;
    if (x && x + wide > width) { x = 0; y += 25; }
    const chip = at(x, y, box(0.5, 0.5, wide - 1, 21, look, 6), text(wide / 2, 15, words, "small", "middle"));
    x += wide + 5;
    return chip;
  });
  return [drawn, chips.length ? y + 22 : 0];
}

const aircraftShape = (engines, look) => (engines > 1 ? twoEngines(look) : oneEngine(look));

/** The outline of a fighter with one engine from above, nose up, about 60 wide. */
function oneEngine(look) {
  return svg("path", { class: look, d: "M0-27c2.5 0 3.6 4 3.6 9v4l25 4.5c2.4.6 2.4 6 0 6.4l-25.4 2.6-1.4 17 9.4 2.4v4.4l-11.2.7-11.2-.7v-4.4l9.4-2.4-1.4-17-25.4-2.6c-2.4-.4-2.4-5.8 0-6.4l25-4.5v-4c0-5 1.1-9 3.6-9z" });
}

/** The outline of a fighter with two engines. */
function twoEngines(look) {
  return svg("g", { class: look }, svg("path", { d: "M0-28c3 0 4 5 4 11v4l25 5c2.4.6 2.4 5.6 0 6l-25 2.6-1.6 19 11.6 1.4v5h-28v-5l11.6-1.4-1.6-19-25-2.6c-2.4-.4-2.4-5.4 0-6l25-5v-4c0-6 1-11 4-11z" }),
    [-14, 14].map((x) => svg("rect", { x: x - 3, y: -20, width: 6, height: 20, rx: 3 })));
}

const ENGINES_AT = [-37, -19, 19, 37];

/** The outline of a bomber with four engines, about 120 wide. */
function fourEngines(look) {
  return svg("g", { class: look }, svg("path", { d: "M0-42c4.5 0 6 6 6 14v8l52 9c3 .6 3 8.4 0 9l-52 4.5-2.5 26 21.5 4v7h-50v-7l21.5-4-2.5-26-52-4.5c-3-.6-3-8.4 0-9l52-9v-8c0-8 1.5-14 6-14z" }),
    ENGINES_AT.map((x) => svg("rect", { x: x - 3.5, y: -26, width: 7, height: 18, rx: 3.5 })));
}

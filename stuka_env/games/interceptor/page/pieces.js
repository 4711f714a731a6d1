// The pieces on the mat: the own aircraft, the enemy, and the combat cards.

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
    const known = contactWords(mat), words = sortieOf(mat, "orientation") >= 0 && known ? [known] : ["no enemy in contact", known ? `known of the raid: ${known}` : ""].filter(Boolean);
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
  return drawing(width, foot + Math.ceil(shown.length / across) * 76 - (shown.length ? 4 : 6), label, cells, text(0, rows * tall + 13, `${left} of ${count} cards left; shaded: out since the shuffle`, "tiny soft"), cards);
}

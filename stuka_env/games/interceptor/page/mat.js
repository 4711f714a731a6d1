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
  { name: "calendar", place: "broad last", title: "Calendar", shows: "lines", draw: (mat, war, scene, width) => calendar(mat, war.raw.book, scene, width) },
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
  const ladder = mat.get("settings", "scale") !== DATA.codes.scale.CAREER ? null : isWide ? at(gridWidth + 24, 10, victory(mat, book, width - gridWidth - 24)) : at(0, foot + 16, victory(mat, book, width));
  const bombers = careerOf(mat, "bombers");
  const label = `Calendar: ${WORDS.months[month]}, line ${careerOf(mat, "line")}, ${plural(used, "sortie line")} used; ${plural(bombers, "bomber")}${ladder ? `, ${levelOf(book, bombers)}` : ""}`;
  return drawing(width, isWide || !ladder ? foot + 6 : foot + 84, label, cells, key, ladder);
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

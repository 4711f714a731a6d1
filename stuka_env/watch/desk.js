// The desk: a list of replays, the comparison of a war that several policies flew, and the opening of replays.

const find = (id) => document.getElementById(id);

const DESK = DATA.desk, WARS = DESK.wars, ROWS = DESK.rows.map((row, number) => ({ ...row, number, gap: WARS[row.war].gap }));

const title = (row) => row.policy || row.name;
const warWords = (row) => `${DESK.nouns[row.nouns].war} ${WARS[row.war].number}`;
const kindWords = (row) => [row.env, row.setting].filter(Boolean).join(", ");
/** The kind of all wars, if they are of one kind; the rows do not repeat it. */
const COMMON_KIND = ROWS.every((row) => kindWords(row) === kindWords(ROWS[0])) ? kindWords(ROWS[0]) : "";
/** The address of some replays side by side, at a place. */
const addressOf = (numbers, ...place) => `#${[`open=${numbers.join(".")}`, ...place].join("&")}`;
const link = (address, words, more = {}) => html("a", { href: address, ...more }, words);

/** A number with so many decimals and a minus sign; with `isSigned` also with a plus sign; empty for none. */
function figure(value, digits = 0, isSigned = false) {
  if (value === null) return "";
  const rounded = Number(value.toFixed(digits)) || 0; // no negative zero
  return `${rounded < 0 ? "\u2212" : isSigned && rounded > 0 ? "+" : ""}${Math.abs(rounded).toFixed(digits)}`;
}

// --- tables ---

/** The columns of a table of replays: head, cell, whether they have words, and their meaning. */
const COLUMNS = [
  ["policy", (row) => link(addressOf([row.number]), title(row)), true, "opens the replay"],
  ["war", (row) => [link(`#war=${WARS[row.war].number}`, warWords(row)), COMMON_KIND ? "" : [" ", html("small", {}, kindWords(row))]], true, "compares the policies that flew it"],
  ["score", (row) => (row.score === null ? "" : html("b", {}, figure(row.score))), false, "official score"],
  ["luck", (row) => figure(row.luck, 1, true), false, `${DATA.nouns.unit} that dice and cards brought, by the evaluation`],
  ["adjusted", (row) => figure(row.adjusted, 1), false, "score less luck"],
  ["result", (row) => (row.score === null ? "not played to its end" : row.level), true, "level of the score"],
  ["upset", (row) => figure(row.upset, 0, true), false, `${DATA.nouns.unit} by which it beat a policy with a higher mean score`],
  ["lead", (row) => figure(row.gap), false, `${DATA.nouns.unit} between the two best of its war`],
  ["decisions", (row) => String(row.decisions), false, "number of decisions"],
  ["decided", (row) => row.decided, true, `what decided the ${DATA.nouns.mission} with most weight`],
  ["file", (row) => html("small", {}, row.name), true, "file of the replay"],
];
/** Columns that a table has only if any of its replays has a value. */
const OPTIONAL = { luck: "luck", adjusted: "luck", result: "level", decided: "decided", upset: "upset", lead: "gap" };

const isShown = (name) => !OPTIONAL[name] || ROWS.some((row) => row[OPTIONAL[name]] || (name === "result" && row.score === null) || row[OPTIONAL[name]] === 0);

/** A table of replays; of one war without its column. */
function tableOf(rows, omitted = []) {
  const columns = COLUMNS.filter(([name]) => isShown(name) && !omitted.includes(name));
  const head = columns.map(([name, , isWords, meaning]) => html("th", { scope: "col", class: isWords ? "words" : null, title: meaning }, name));
  const cell = (row, [name, draw, isWords], i) => html(i ? "td" : "th", { scope: i ? null : "row", class: isWords ? "words" : null, "data-head": name }, draw(row));
  return html("table", {}, html("thead", {}, html("tr", {}, head)), html("tbody", {}, rows.map((row) => html("tr", {}, columns.map((column, i) => cell(row, column, i))))));
}

// --- the list ---

/** The orders: words, and the number that sorts a row, the smallest first; null for none, which comes last. */
const ORDERS = [
  ["wars", "by war", () => 0],
  ["worst", "worst first", (row) => row.score],
  ["best", "best first", (row) => (row.score === null ? null : -row.score)],
  ["upset", "largest upset", (row) => (row.upset === null ? null : -row.upset)],
  ["luck", "most luck", (row) => (row.luck === null ? null : -row.luck)],
  ["closest", "closest", (row) => row.gap],
].filter(([, , key]) => ROWS.some((row) => key(row) !== null));

/** The text of a row that is searched. */
const textOf = (row) => [row.policy, kindWords(row), `${warWords(row)},`, row.seed, row.level, row.outcome, row.name].join(" ").toLowerCase();

/** The rows that the filters leave, in the order that is chosen. */
function listedRows() {
  const [policy, kind, order] = ["policy", "kind", "order"].map((id) => find(id).value), words = find("words").value.toLowerCase().split(/\s+/);
  const key = ORDERS.find(([name]) => name === order)[2], number = (row) => key(row) ?? Infinity;
  return ROWS.filter((row) => (!policy || title(row) === policy) && (!kind || kindWords(row) === kind) && words.every((word) => textOf(row).includes(word)))
    .sort((one, other) => (number(one) === number(other) ? one.number - other.number : number(one) - number(other)));
}

function drawList() {
  const rows = listedRows();
  find("rows").replaceChildren(rows.length ? tableOf(rows) : html("p", {}, "No replay fits all filters."));
  find("count").textContent = `${rows.length} of ${plural(ROWS.length, "replay")}`;
}

/** Fill a menu with all values of the rows, under words for none of them. */
function fillMenu(id, all, values) {
  const different = [...new Set(values)];
  find(id).replaceChildren(html("option", { value: "" }, all), ...different.map((value) => html("option", { value }, value)));
  find(id).parentElement.hidden = different.length < 2;
}

// --- the comparison of a war ---

/** The replays of a war that are opened side by side: as many as a page shows, the best ones. */
const openedOf = (war) => war.rows.slice(0, DESK.most);

/** A sentence about where a replay parts from the best one, with a link to the decision. */
function partingItem(war, [place, decision, mission, best, own]) {
  const [first, other] = [ROWS[war.rows[0]], ROWS[war.rows[place]]], both = [html("b", {}, title(first)), " and ", html("b", {}, title(other))];
  if (decision === null) return html("li", {}, both, " decided the same.");
  const there = link(addressOf([first.number, other.number], "replay=2", `step=${decision}`), `${DATA.nouns.mission} ${mission}, decision ${decision}`);
  return html("li", {}, both, " part at ", there, `: \u201c${best}\u201d and \u201c${own}\u201d`);
}

/** The missions of a war by their numbers: the name, score and sentence of each replay, the highest score, and its lead over the lowest. */
function missionsOf(war) {
  const missions = new Map();
  war.rows.forEach((number, place) => {
    for (const [mission, name, score, decided] of ROWS[number].missions) {
      if (!missions.has(mission)) missions.set(mission, { name, scores: war.rows.map(() => ""), decided: war.rows.map(() => "") });
      missions.get(mission).scores[place] = score;
      missions.get(mission).decided[place] = decided;
    }
  });
  return [...missions].sort(([one], [other]) => one - other).map(([, { name, scores, decided }]) => {
    const points = scores.map(pointsIn).filter((number) => !Number.isNaN(number)), [best, worst] = [Math.max(...points), Math.min(...points)];
    return { name, scores, decided, best, worst, apart: points.length > 1 ? best - worst : 0 };
  });
}

/** The points of a score in words; NaN without any. */
const pointsIn = (score) => Number.parseFloat(score.replace("\u2212", "-"));

/** The mission that sets the scores of a war furthest apart; undefined if none does. */
const decisiveOf = (missions) => [...missions].sort((one, other) => other.apart - one.apart).find(({ apart }) => apart);

/** A link to the first difference in a mission. */
const missionLink = (war, { name }) => link(addressOf(openedOf(war), `m=${name.replaceAll(" ", "-")}`, "d=difference"), `${capital(DATA.nouns.mission)} ${name}`);

/** A sentence about the mission that sets the scores furthest apart, with a link to its first difference. */
function decisiveItem(war) {
  const missions = missionsOf(war), decisive = decisiveOf(missions);
  return decisive && missions.length > 1 ? html("li", {}, missionLink(war, decisive), ` sets the scores furthest apart, by ${figure(decisive.apart)}.`) : null;
}

/** What decided a mission where its score is highest, and where it is lowest if that is another one, each with its policy. */
function decidedCell(war, { scores, decided, best, worst, apart }) {
  const places = [best, ...(apart ? [worst] : [])].map((points) => scores.findIndex((score, place) => decided[place] && (pointsIn(score) === points || !Number.isFinite(points))));
  return places.filter((place) => place >= 0).map((place) => html("div", {}, war.rows.length > 1 ? [html("b", {}, title(ROWS[war.rows[place]])), ": "] : "", decided[place]));
}

/** The table mission by mission. The mission that sets the scores furthest apart is marked. */
function missionTable(war) {
  const missions = missionsOf(war), decisive = decisiveOf(missions), isTold = missions.some(({ decided }) => decided.some(Boolean));
  const row = (mission) => html("tr", { class: mission === decisive ? "decisive" : null },
    html("th", { scope: "row", class: "words" }, missionLink(war, mission)),
    mission.scores.map((score) => html("td", { class: mission.apart && pointsIn(score) === mission.best ? "best" : null }, score)),
    html("td", {}, mission.apart ? figure(mission.apart) : ""),
    isTold ? html("td", { class: "words", "data-head": "decided" }, decidedCell(war, mission)) : "");
  return html("table", {}, html("thead", {}, html("tr", {}, html("th", { scope: "col", class: "words" }, DATA.nouns.mission), war.rows.map((number) => html("th", { scope: "col" }, title(ROWS[number]))), html("th", { scope: "col", title: "highest less lowest score" }, "apart"),
    isTold ? html("th", { scope: "col", class: "words", title: "what decided it where the score is highest and where it is lowest" }, "decided") : "")),
    html("tbody", {}, missions.map(row)));
}

function drawComparison(war) {
  const rows = war.rows.map((number) => ROWS[number]), [first] = rows, isAlone = rows.length < 2;
  const table = (label, content) => html("div", { class: "desk-table", tabindex: "0", role: "region", "aria-label": label }, content);
  find("comparison").replaceChildren(
    html("p", {}, link("#", "\u2190 All replays")),
    html("h2", {}, capital(warWords(first)), " ", html("small", {}, `${kindWords(first)}, seed ${first.seed}`)),
    table("Policies", tableOf(rows, ["war", "lead"])),
    html("p", {}, link(addressOf(openedOf(war)), isAlone ? "Watch it" : `Watch ${openedOf(war).length === rows.length ? "all" : `the ${DESK.most} best`} side by side`)),
    isAlone ? "" : html("section", {}, html("h3", {}, "Where they part"), html("ul", { class: "partings" }, decisiveItem(war), war.partings.map((parting) => partingItem(war, parting)))),
    html("section", {}, html("h3", {}, `${capital(DATA.nouns.mission)} by ${DATA.nouns.mission}`), isAlone ? "" : html("p", { class: "soft" }, `A click goes to the first difference in a ${DATA.nouns.mission}. The one that sets the scores furthest apart is marked.`),
      table(`${capital(DATA.nouns.mission)}s`, missionTable(war))));
}

// --- opened replays ---

/** The replays that are open: their address, their elements, and what ends them; null for none. */
let opened = null;

/** The data of a replay, when the browser has read it. */
async function unpacked(number) {
  if (!find(`replay-${number}`) && document.readyState === "loading") await new Promise((done) => { document.addEventListener("DOMContentLoaded", done, { once: true }); });
  const { wars, texts, sheets } = JSON.parse(await inflated(find(`replay-${number}`)));
  return wars.map((war) => ({ ...war, texts, sheets }));
}

/** Show replays in place of the desk. */
function watchReplays(numbers, wars, address) {
  const { desk: _, ...constants } = DATA, nouns = ROWS[numbers[0]].nouns, war = WARS[ROWS[numbers[0]].war];
  const elements = html("div", {}), ending = new AbortController();
  elements.append(find(`viewer-${nouns}`).content.cloneNode(true));
  elements.querySelector("#data").textContent = JSON.stringify({ ...constants, nouns: DESK.nouns[nouns], wars });
  opened = { address, elements, ending, scroll: window.scrollY, from: document.activeElement };
  DESK_PART.replaceWith(elements);
  window.scrollTo(0, 0);
  watch(ending.signal);
  elements.querySelector(".top h1").after(html("nav", { class: "to-desk", "aria-label": "Desk" }, link("#", "\u2190 All replays"), link(`#war=${war.number}`, capital(warWords(ROWS[numbers[0]])))));
}

/** Show the desk again as it was. */
function closeReplays() {
  const { elements, ending, scroll, from } = opened;
  ending.abort();
  elements.replaceWith(DESK_PART);
  opened = null;
  document.title = TITLE;
  window.scrollTo(0, scroll);
  from?.focus({ preventScroll: true });
}

const DESK_PART = find("desk"), TITLE = document.title;

async function openReplays(address) {
  const numbers = address.split(".").map(Number).slice(0, DESK.most);
  if (!numbers.every((number) => ROWS[number])) return;
  find("state").textContent = "Opening \u2026";
  try {
    const wars = (await Promise.all(numbers.map(unpacked))).flat();
    if (addressNow().get("open") === address && !opened) watchReplays(numbers, wars, address);
  } catch (error) {
    find("state").textContent = `The replay cannot be opened: ${error.message}`;
    return;
  }
  DESK_PART.querySelector("#state").textContent = "";
}

const addressNow = () => new URLSearchParams(location.hash.slice(1));

/** Show what the address says: replays, a war, or the list. */
function show() {
  const address = addressNow(), open = address.get("open");
  if (opened && opened.address !== open) closeReplays();
  if (opened) return;
  const war = WARS.find(({ number }) => String(number) === address.get("war"));
  if (open === null) {
    find("list").hidden = Boolean(war);
    find("comparison").hidden = !war;
    if (war) { drawComparison(war); window.scrollTo(0, 0); }
  } else openReplays(open);
}

// --- the beginning ---

find("about").textContent = [`${plural(ROWS.length, "replay")} of ${plural(WARS.length, "war")}`, COMMON_KIND].filter(Boolean).join(", ");
find("pages").hidden = DESK.links.length < 2;
find("pages").append(...DESK.links.map(([file, words, isHere]) => (isHere ? html("b", { "aria-current": "page" }, words) : link(encodeURIComponent(file), words))));
find("faults").hidden = !DESK.faults.length;
find("faults").querySelector("summary").textContent = `${plural(DESK.faults.length, "file")} left out`;
find("faults").querySelector("ul").append(...DESK.faults.map((words) => html("li", {}, words)));
fillMenu("policy", "all", ROWS.map(title));
fillMenu("kind", "all", ROWS.map(kindWords));
find("order").append(...ORDERS.map(([value, words]) => html("option", { value }, words)));
find("filters").addEventListener("input", drawList);
find("filters").addEventListener("submit", (event) => event.preventDefault());
find("skip").addEventListener("click", (event) => { event.preventDefault(); find("rows").focus(); });
window.addEventListener("hashchange", show);
drawList();
show();
document.documentElement.dataset.ready = "yes";

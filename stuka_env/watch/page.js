// The page: one pane for each replay, the controls, the keyboard.

const find = (id) => document.getElementById(id);
/** Missions from which their buttons are as narrow as it takes to show all of them. */
const MANY = 31;
const state = { at: 0, playing: null, scope: "mission", every: false, quiz: false, shown: new Set(), questions: false, tab: 0 };

// --- panes ---

/** The frame of one pane: the places its drawings go to. */
function makePane(war) {
  const figures = SECTIONS.map(([name, title]) => html("figure", { class: name }, html("figcaption", {}, title)));
  const facts = html("dl", { class: "facts" });
  figures[2].append(facts);
  const pane = {
    war, figures, facts, told: { list: null, from: 0 }, fresh: [], widths: null, written: "", drawn: [], showing: "",
    mission: html("p", { class: "mission" }),
    score: html("p", { class: "points" }),
    question: html("h3", { class: "question" }),
    value: html("p", { class: "value" }),
    why: html("p", { class: "why" }),
    passed: html("p", { class: "passed" }),
    verdict: html("p", { class: "verdict", role: "status" }),
    doubt: html("p", { class: "doubt" }),
    heads: html("p", { class: "heads", title: "points of the final score that the policy expected more or less than of its choice, \u00b1 their standard error" }),
    options: html("ol", { class: "options" }),
    ended: html("div", { class: "ended" }),
    journal: html("ol", { class: "journal", tabindex: "0", role: "log", "aria-live": "off", "aria-label": `Journal, ${war.title}` }),
    count: html("span", { class: "count" }),
  };
  const head = html("header", { class: `pane-head war-edge-${war.number}` }, html("h2", {}, war.title),
    html("p", { class: "source" }, war.raw.policy ? war.raw.name : ""), pane.score);
  const aside = html("div", { class: "aside" },
    html("section", { class: "deciding" }, pane.question, pane.passed, pane.value, pane.why, pane.verdict, pane.doubt, pane.heads, pane.options),
    html("section", { class: "telling" }, html("h3", {}, "Journal ", pane.count), pane.ended, pane.journal));
  pane.element = html("article", { class: "pane", id: `pane-${war.number}`, "aria-label": `Replay ${war.title}` }, head,
    html("div", { class: "pane-body" }, html("div", { class: "mat" }, pane.mission, figures), aside));
  return pane;
}

function drawPane(pane, step, stake) {
  const { mission, shows } = step;
  const { war } = pane, { frame: index, own } = shows[war.number], passed = state.questions ? [] : passedBefore(step, war);
  const showing = [index, own, mission, sums(step), ...passed, stake && stake.points].join();
  if (showing === pane.showing) return;
  pane.showing = showing;
  pane.index = index;
  pane.element.classList.toggle("waits", !own);
  pane.score.textContent = scoreWords(war, index);
  drawWords(pane, index);
  drawMat(pane, war.scene(index, passed));
  if (sums(step)) drawDecided(pane, step, own ? [...passed, index] : passed);
  else drawQuestion(pane, step, passed, stake);
  drawJournal(pane, index, mission, passed.length ? passed[0] : index);
}

/** The mission and its conditions, in words. */
function drawWords(pane, index) {
  const { war } = pane, mat = war.mats[index];
  const lines = [[missionTitle(mat), missionWords(mat)], ...conditions(mat, war)], written = JSON.stringify(lines);
  if (written === pane.written) return;
  pane.written = written;
  pane.mission.replaceChildren(html("strong", {}, lines[0][0]), html("span", {}, lines[0][1]));
  pane.facts.replaceChildren(...lines.slice(1).map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value))));
}

/** The drawings: those that would look at other numbers than before, and of them only what differs. */
function drawMat(pane, scene) {
  const mat = pane.war.mats[scene.index];
  SECTIONS.forEach(([name, , draw], i) => {
    const width = name === "circle" ? 280 : Math.max(200, pane.widths[i] - 24), before = pane.drawn[i];
    const extra = JSON.stringify(scene[DRAWN_FROM[name]] || []);
    if (before && before.width === width && before.extra === extra && mat.agrees(before.mat, before.places)) return;
    const [drawn, places] = Mat.reading(() => draw(mat, pane.war, scene, width));
    pane.drawn[i] = { mat, places, width, extra };
    const caption = pane.figures[i].firstElementChild, old = pane.figures[i].querySelector("svg");
    if (old && drawn) become(old, drawn);
    else if (drawn) caption.after(drawn);
    else if (old) old.remove();
    if (name === "circle" && (!old || !drawn)) caption.textContent = drawn ? "Flying Circle" : "Conditions";
  });
}

/** How wide the drawings may be, asked before anything is drawn, and again only when the window has changed. */
function measure(shown) {
  for (const pane of shown) pane.widths = pane.widths || pane.figures.map((figure) => figure.clientWidth);
}

/** Bring the newest entry and the choice into sight, once everything is drawn. */
function scrollPane(pane) {
  const taken = pane.options.querySelector(".taken"), place = taken ? taken.offsetTop - pane.options.clientHeight / 2 : 0;
  pane.options.scrollTop = Math.max(0, place);
  pane.journal.scrollTop = pane.journal.scrollHeight;
}

function scoreWords(war, index) {
  if (index === war.frames.length - 1 && war.raw.result) return `Final score ${war.score}, ${war.raw.result.level}`;
  const done = war.missionsBy(index);
  const earned = war.frames[index].earned.toFixed(1);
  return done.length ? `${earned} points after ${plural(done.length, "mission")}` : "the first mission";
}

/** What the policy expects, and what a difference between the replays is worth. */
function expectationWords({ raw }, frame, stake) {
  const words = [];
  if (frame.expects !== undefined) words.push(`The policy expects a final score of ${frame.expects.toFixed(1)}${raw.limits ? ` (${raw.limits})` : ""}`);
  if (stake !== undefined) words.push(`The replays differ here by ${stake.points.toFixed(1)} points of the final score, says ${stake.by}`);
  return words.join(". ");
}

function drawOptions(pane, index, stake) {
  const { war } = pane, frame = war.frames[index], options = war.options(index);
  const over = war.mats[index].over;
  const asked = over ? "The war is over" : `To decide: ${war.question(index)}`;
  pane.question.textContent = asked;
  pane.spoken = war.answer(index) ? `Chosen: ${war.answer(index)}` : "";
  pane.value.textContent = expectationWords(war, frame, stake);
  const loss = war.loss(index), hidden = hides(war, index);
  pane.why.textContent = frame.why === undefined || hidden ? "" : `Why: ${DATA.texts[frame.why]}`;
  drawVerdict(pane, index, loss, hidden);
  pane.doubt.textContent = hidden ? "" : doubtWords(options);
  pane.heads.textContent = hidden ? "" : headWords(frame);
  pane.options.replaceChildren(...options.map((option) => optionItem(option, loss, hidden ? () => answerQuiz(pane, index, option) : null)));
  if (!over && frame.action === undefined) pane.options.append(html("li", { class: "note" }, "The replay ends here."));
  if (frame.action !== undefined && !options.some((option) => option.taken)) {
    pane.options.append(html("li", { class: "note taken" }, war.answer(index)));
  }
}

/** What was decided in some frames of a routine, as one step. */
function drawDecided(pane, step, frames) {
  const lines = frames.length ? decidedLines(step.routine, pane.war, frames) : [["", "nothing", ""]];
  pane.question.textContent = step.title;
  pane.spoken = lines.map((parts) => parts.filter((part) => part !== "").join(" ")).join("; ");
  pane.value.textContent = pane.why.textContent = pane.doubt.textContent = pane.heads.textContent = "";
  pane.verdict.hidden = true;
  pane.options.replaceChildren(...lines.map(([mark, words, more]) => html("li", { class: "decided" },
    html("span", { class: "tickmark" }, mark), html("span", { class: "label" }, words), more ? html("span", { class: "more" }, more) : null)));
  drawPassed(pane, step, plural(frames.length, "question"));
}

/** A question, and what was passed over before it. */
function drawQuestion(pane, step, passed, stake) {
  const before = passed.filter((index) => index < pane.index); // a war that waits stands at the last of them
  drawOptions(pane, pane.index, stake);
  drawPassed(pane, step, before.length ? `Before this: ${before.map((index) => pane.war.answer(index)).join("; ")}` : "");
}

/** Words about what was passed over, with a button that opens it: then every question is a step, from the first of these on. */
function drawPassed(pane, step, words) {
  const open = html("button", { type: "button" }, "one by one");
  open.addEventListener("click", () => openAt(step.first));
  pane.passed.hidden = !words;
  pane.passed.replaceChildren(`${words}, `, open);
}

/** How many points an option is expected to come to more than what was done, with the standard error where it is known. */
function moreWords({ more, error }) {
  const rounded = Number(more.toFixed(1)) || 0; // no negative zero
  return `${rounded > 0 ? "+" : ""}${rounded.toFixed(1)}${error === null ? "" : ` \u00b1 ${error.toFixed(1)}`} points`;
}

/** Why what was done is not the option of which the policy expected most, if it is not. */
function doubtWords(options) {
  const best = options.filter((option) => option.more !== null && !option.taken).sort((one, other) => other.more - one.more)[0];
  const unsure = best && best.error !== null ? ", not enough to be sure" : ""; // where no error is known nobody can say
  return best && best.more >= 0.05 ? `${best.text}: ${moreWords(best)}${unsure}` : "";
}

/** What stands beside the options. */
function headWords({ chances, scores, errors }) {
  const points = `points ${errors ? "\u00b1 " : ""}beside its choice`;
  return [chances ? "how likely" : "", scores ? points : ""].filter(Boolean).join("; ");
}

/** A line of the list; `tried` is called when it is clicked while the answer is hidden. */
function optionItem(option, loss, tried) {
  const taken = option.taken && !tried, better = loss && option.action === loss.better && !tried;
  const item = html("li", { class: taken ? "taken" : better ? "better" : null, "data-action": option.action });
  const words = tried ? html("button", { type: "button", class: "label" }, option.text) : html("span", { class: "label" }, option.text);
  if (tried) words.addEventListener("click", tried);
  item.append(html("span", { class: "tickmark", "aria-hidden": "true" }, taken ? "\u2714" : better ? "\u2605" : ""), words);
  if (taken || better) item.append(html("span", { class: "unseen" }, taken ? " (chosen)" : " (better)"));
  if (tried) return item;
  const share = option.chance === null ? null : html("span", { class: "chance" }, `${(option.chance * 100).toFixed(option.chance < 0.1 ? 1 : 0)} %`);
  const more = option.more === null || option.taken ? null : html("span", { class: "more" }, moreWords(option));
  if (share || more) item.append(html("span", { class: "opinion" }, share, more));
  if (share) item.append(html("meter", { min: 0, max: 1, value: option.chance, "aria-hidden": "true" }));
  return item;
}

// --- the review ---

const nameOf = (war, index) => `${war.number}:${index}`;

/** Whether the answer of a mistake is still hidden. */
const hides = (war, index) => state.quiz && war.loss(index) !== undefined && !state.shown.has(nameOf(war, index));

function optionText(war, index, action) {
  const option = war.options(index).find((one) => one.action === action);
  return option ? option.text : `action ${action}`;
}

/** In how many paired futures of a loss the better action scored more, less and the same. */
function pairWords({ num_better: better, num_worse: worse, num_pairs: pairs }) {
  return `better in ${better}, worse in ${worse}, equal in ${pairs - better - worse} of ${pairs} paired futures`;
}

function lossWords(war, index, loss) {
  const cost = `${loss.grade[0].toUpperCase()}${loss.grade.slice(1)}: cost ${loss.cost.toFixed(2)} \u00b1 ${loss.error.toFixed(2)} points of the final score`;
  return `${cost}; \u201c${optionText(war, index, loss.better)}\u201d was ${pairWords(loss)}`;
}

function drawVerdict(pane, index, loss, hidden) {
  pane.verdict.hidden = !loss;
  if (!loss) return;
  pane.verdict.className = `verdict grade-${hidden ? "hidden" : loss.grade}`;
  const tried = pane.tried && pane.tried.index === index ? `${pane.tried.words} ` : "";
  pane.verdict.textContent = hidden ? "Something here was better than what was done. What would you do?" : tried + lossWords(pane.war, index, loss);
}

/** The viewer has chosen: now the answer shows. */
function answerQuiz(pane, index, option) {
  const { war } = pane, loss = war.loss(index);
  const words = option.action === loss.better ? "Right." : option.taken ? "So it was done." : "Neither that which was done nor the better one.";
  pane.tried = { index, words };
  state.shown.add(nameOf(war, index));
  redraw();
}

/** Go to a mistake, by default the next. */
function toMistake(by = 1) {
  const found = STEPS.map((step, at) => at).filter((at) => lossesOf(STEPS[at]).length);
  const ahead = by > 0 ? found.find((at) => at > state.at) : found.findLast((at) => at < state.at);
  const next = ahead === undefined ? found.at(by > 0 ? 0 : -1) : ahead;
  if (next === undefined) find("said").textContent = "No decision is known to have cost anything.";
  else openAt(next);
}

// --- the journal ---

/** Which entries of a journal's list are shown: from, to, and where those begin that came with the frames from `since`. */
function entriesShown({ counts, missions }, index, mission, since) {
  const fresh = since ? counts[since - 1] : 0, by = counts[index];
  if (state.scope === "step") return [fresh, by, fresh];
  if (state.scope === "war") return [0, by, fresh];
  const [from, to] = missions.get(mission) || [by, by];
  return [Math.min(from, by), Math.min(to, by), fresh];
}

/** Put the journal right; what stands there already stays. */
function drawJournal(pane, index, mission, since) {
  const { war, journal } = pane, list = war.journal(state.every);
  const [from, to, fresh] = entriesShown(list, index, mission, since);
  if (pane.told.list !== list || pane.told.from !== from) journal.replaceChildren();
  pane.told = { list, from };
  while (journal.childElementCount > to - from) journal.lastElementChild.remove();
  const more = list.entries.slice(from + journal.childElementCount, to);
  if (more.length) journal.append(...more.map((entry) => html("li", { class: `look-${entry.look}` }, entry.text)));
  for (const item of pane.fresh) item.classList.remove("fresh");
  pane.fresh = [];
  for (let place = Math.max(fresh, from); place < to; place++) pane.fresh.push(journal.children[place - from]);
  for (const item of pane.fresh) item.classList.add("fresh");
  pane.count.textContent = to - from === 1 ? "1 entry" : `${to - from} entries`;
  drawEnded(pane, index);
}

/** What has ended with a decision: missions, segments, and the war. */
function drawEnded(pane, index) {
  const { war } = pane, { review, debrief, result } = war.raw, last = index === war.frames.length - 1;
  const sum = last && review && review.summary ? [html("p", {}, html("strong", {}, review.summary))] : [];
  const whole = last && result ? [endedWords({ title: scoreWords(war, index), debrief }, true)] : [];
  pane.ended.replaceChildren(...(war.frames[index].ended || []).map((one) => endedWords(one, false)), ...sum, ...whole);
}

/** What has just ended: what it came to, and its debrief to be opened; that of the war is open. */
function endedWords({ title, debrief }, open) {
  const section = ([heading, lines]) => [html("h4", {}, heading), html("ul", {}, lines.map((number) => html("li", {}, DATA.texts[number])))];
  return html("details", { open: open ? "" : null }, html("summary", {}, html("strong", {}, title)), debrief.map(section));
}

// --- the page as a whole ---

const panes = WARS.map(makePane);

/** Whether a step is shown by itself: routine is passed over, until every question is asked for. */
const visible = (step) => state.questions || !step.passed;

/** Whether a step stands for all of a routine. */
const sums = (step) => !state.questions && Boolean(step.title);

/** The next step ahead that is shown, or the last one. */
function shownFrom(at, by) {
  let next = Math.max(0, Math.min(STEPS.length - 1, at));
  while (!visible(STEPS[next]) && STEPS[next + by]) next += by;
  return next;
}

/** Go to where the address says; a question that is passed over opens. */
const toPlace = (at) => (visible(STEPS[at]) ? goTo(at) : openAt(at));

/** Go to a question even if it is passed over, or told of among others. */
function openAt(at) {
  if (!visible(STEPS[at]) || sums(STEPS[at])) {
    state.questions = true;
    find("questions").checked = true;
  }
  goTo(at);
}

/** The place in the address, such as #m=12&d=7. */
function readPlace() {
  const found = /^#m=(\d+)(?:&d=(\d+))?$/.exec(location.hash);
  if (!found) return null;
  const at = STEPS.findLastIndex((step) => step.mission + 1 === Number(found[1]) && step.number < Math.max(1, Number(found[2] || 1)));
  return at < 0 ? null : at;
}

function writePlace({ mission, number }) {
  const place = `#m=${mission + 1}&d=${number + 1}`;
  if (location.hash !== place) history.replaceState(null, "", place);
}

function goTo(at, spoken = true, by = 1) {
  state.at = shownFrom(at, by);
  const step = STEPS[state.at], shown = shownPanes(), stake = stakeOf(step);
  measure(shown);
  for (const pane of shown) drawPane(pane, step, stake);
  find("slider").value = state.at;
  const place = `mission ${step.mission + 1}, decision ${step.number + 1}`;
  find("place").textContent = place;
  find("slider").setAttribute("aria-valuetext", place);
  markMission(step.mission);
  markTabs(step);
  for (const pane of shown) scrollPane(pane);
  if (state.playing) return; // a browser refuses more than a few addresses a second
  writePlace(step);
  if (spoken) say(step);
}

function say(step) {
  const heard = shownPanes().map((pane) => `${WARS.length > 1 ? `${pane.war.title}: ` : ""}${pane.question.textContent}. ${pane.spoken}`);
  find("said").textContent = `Mission ${step.mission + 1}, decision ${step.number + 1}. ${heard.join(" ")}`;
}

let marked = null;

function markMission(mission) {
  if (marked === mission) return;
  marked = mission;
  for (const button of find("missions").querySelectorAll("button")) {
    const here = Number(button.dataset.mission) === mission;
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (here) showButton(button);
  }
  moveMarks(mission);
}

function showButton(button) {
  const strip = find("missions").querySelector("ol");
  strip.scrollLeft = button.offsetLeft - strip.clientWidth / 2;
}

const gradeMark = (grade) => (grade ? html("i", { class: `dot grade-${grade}`, title: grade }, html("span", { class: "unseen" }, `, ${grade}`)) : null);

function missionButton(mission) {
  const lines = WARS.map((war) => war.line(mission));
  const scores = lines.map((line) => (line ? (line.no_fly ? "\u2013" : String(line.score)) : "?"));
  const told = WARS.map((war, i) => `${WARS.length > 1 ? `${war.title} ` : ""}${lines[i] ? (lines[i].no_fly ? "not flown" : `score ${lines[i].score}`) : "not over"}`);
  const button = html("button", { type: "button", "data-mission": mission, "aria-label": `Mission ${mission + 1}, ${told.join(", ")}`, title: told.join(", ") },
    html("b", {}, mission + 1), html("span", { class: "marks" }, WARS.map((war) => gradeMark(worstOf(war, mission)))), scores.map((score, i) => html("span", { class: WARS.length > 1 ? `war-ink-${i}` : null }, score)));
  button.addEventListener("click", () => goTo(firstStep(mission)));
  return html("li", {}, button);
}

/** The title of the segment that a mission belongs to: as it was scored, or as it stands where none has come to its end. */
function segmentOf(mission) {
  const ended = WARS.map((war) => war.line(mission)).find(Boolean);
  if (ended) return ended.segment;
  const war = WARS.find((one) => one.missions.has(mission));
  return DATA.words.segments[war.mats[war.missions.get(mission)[0]].war("segment")];
}

/** Buttons for the missions, segment by segment. */
function missionStrip(missions) {
  const segments = [];
  for (const mission of missions) {
    const title = segmentOf(mission);
    if (segments.at(-1)?.title !== title) segments.push({ title, missions: [] });
    segments.at(-1).missions.push(mission);
  }
  return html("ol", {}, segments.map((segment) => html("li", { class: "part" }, html("span", {}, segment.title), html("ol", {}, segment.missions.map(missionButton)))));
}

const firstStep = (mission) => STEPS.findIndex((step) => step.mission === mission);

function missionBefore() {
  const { mission, number } = STEPS[state.at];
  goTo(number ? firstStep(mission) : firstStep(STEPS[Math.max(0, state.at - 1)].mission));
}

function missionAfter() {
  const { mission } = STEPS[state.at];
  const next = STEPS.findIndex((step) => step.mission > mission);
  goTo(next < 0 ? STEPS.length - 1 : next);
}

/** Go to the next difference that is worth something, as far as anybody says what it is worth; or to the next of all. */
function nextDifference(all) {
  const wanted = all || !STEPS.some(matters) ? differs : matters;
  const next = STEPS.findIndex((step, at) => at > state.at && wanted(step));
  const first = STEPS.findIndex(wanted);
  if (next >= 0 || first >= 0) openAt(next >= 0 ? next : first);
  else find("said").textContent = "The replays never differ.";
}

// --- tabs: on a narrow screen one replay is shown at a time ---

const narrow = matchMedia("(max-width: 700px)");

const shownPanes = () => (narrow.matches ? [panes[state.tab]] : panes);

function makeTab(pane) {
  const { war } = pane;
  const tab = html("button", { type: "button", role: "tab", class: `war-edge-${war.number}`, "aria-controls": pane.element.id }, html("span", {}, war.title), html("small", {}));
  tab.addEventListener("click", () => showTab(war.number));
  return tab;
}

function showTab(number) {
  state.tab = number;
  [...find("tabs").children].forEach((tab, i) => {
    tab.setAttribute("aria-selected", i === number);
    tab.tabIndex = i === number ? 0 : -1;
  });
  for (const pane of panes) pane.element.classList.toggle("chosen", pane.war.number === number);
  redraw();
}

/** What each tab says beside the name: the score so far, and that the replays differ. */
function markTabs(step) {
  if (!narrow.matches) return;
  const mark = differs(step) ? " \u2260" : "";
  [...find("tabs").children].forEach((tab, i) => {
    const { frame } = step.shows[i];
    tab.lastElementChild.textContent = `${WARS[i].frames[frame].earned.toFixed(0)}${mark}`;
  });
}

function onTabKey(event) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  showTab((state.tab + by + WARS.length) % WARS.length);
  find("tabs").children[state.tab].focus();
}

// --- playing ---

function pause() {
  clearInterval(state.playing);
  state.playing = null;
  writePlace(STEPS[state.at]);
  showPlaying();
}

function start() {
  if (state.at >= STEPS.length - 1) goTo(0);
  state.playing = setInterval(() => {
    goTo(state.at + 1);
    if (state.at >= STEPS.length - 1) pause();
  }, 1000 / Number(find("speed").value));
  showPlaying();
}

function showPlaying() {
  const name = state.playing ? "Pause" : "Play";
  find("play").setAttribute("aria-label", name);
  find("play").title = name;
  find("play").textContent = state.playing ? "\u275a\u275a" : "\u25b6\ufe0e";
}

const toggle = () => (state.playing ? pause() : start());

function changeSpeed(by) {
  const speed = find("speed");
  speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + by));
  if (state.playing) { pause(); start(); }
}

function stepBy(by) {
  pause();
  goTo(state.at + by, true, Math.sign(by));
}

/** Draw the same step once more, because something else about it is wanted. */
function redraw() {
  for (const pane of panes) pane.showing = "";
  goTo(state.at, false);
}

// --- controls ---

const KEYS = {
  " ": toggle,
  ArrowRight: () => stepBy(1),
  ArrowLeft: () => stepBy(-1),
  ArrowDown: () => { pause(); missionAfter(); },
  ArrowUp: () => { pause(); missionBefore(); },
  Home: () => { pause(); goTo(0); },
  End: () => { pause(); goTo(STEPS.length - 1); },
  "+": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
  d: (event) => { pause(); nextDifference(event.shiftKey); },
  m: (event) => { pause(); toMistake(event.shiftKey ? -1 : 1); },
  j: () => find("every").click(),
};

/** Keys that the focused element needs for itself. */
function keepsKey(target, key) {
  if (!target.matches) return false;
  if (target.matches("select")) return true;
  if (target.matches("button, summary, input[type=checkbox]")) return key === " " || key === "Enter";
  if (target.matches("input[type=range]")) return ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key);
  return target.matches(".journal, .options") && ["ArrowUp", "ArrowDown", "Home", "End", " "].includes(key);
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || keepsKey(event.target, event.key)) return;
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act(event);
}

function connect() {
  const clicks = {
    before: () => stepBy(-1), after: () => stepBy(1), play: toggle, "mission-before": () => { pause(); missionBefore(); },
    "mission-after": () => { pause(); missionAfter(); }, difference: () => { pause(); nextDifference(false); },
    mistake: () => { pause(); toMistake(); },
  };
  for (const [id, act] of Object.entries(clicks)) find(id).addEventListener("click", act);
  find("slider").addEventListener("input", () => { pause(); goTo(Number(find("slider").value)); });
  find("speed").addEventListener("change", () => changeSpeed(0));
  find("scope").addEventListener("change", () => { state.scope = find("scope").value; redraw(); });
  find("quiz").addEventListener("change", () => { state.quiz = find("quiz").checked; state.shown.clear(); redraw(); });
  find("questions").addEventListener("change", () => { state.questions = find("questions").checked; redraw(); });
  window.addEventListener("hashchange", () => { const at = readPlace(); if (at !== null && at !== state.at) { pause(); toPlace(at); } });
  find("every").addEventListener("change", () => { state.every = find("every").checked; redraw(); });
  find("tabs").addEventListener("keydown", onTabKey);
  document.addEventListener("keydown", onKey);
}

function describe() {
  const [war] = WARS, { env, seed, episode, arguments: given } = war.raw;
  const names = [given.operation, given.segment, given.duration].filter(Boolean).join(", ").replaceAll("_", " ");
  find("about").textContent = `${env}, ${names}, seed ${seed}${episode === "0" ? "" : `, episode ${episode}`}`;
  document.title = `Stuka: ${WARS.map((one) => one.title).join(" and ")}`;
  const same = WARS.every(({ raw }) => ["env", "seed", "episode", "charts"].every((key) => raw[key] === war.raw[key]) &&
    JSON.stringify(raw.arguments) === JSON.stringify(given));
  find("warning").hidden = same;
  if (!same) find("warning").textContent = "These replays are of different wars: their dice are not the same.";
}

function redrawWhenResized() {
  let width = 0;
  new ResizeObserver(() => {
    if (Math.abs(width - find("panes").clientWidth) < 2) return;
    width = find("panes").clientWidth;
    for (const pane of panes) pane.widths = null;
    drawGraphs(find("graphs"));
    marked = null;
    redraw();
  }).observe(find("panes"));
}

function begin() {
  describe();
  const missions = [...new Set(STEPS.map((step) => step.mission))];
  find("missions").append(missionStrip(missions));
  find("missions").classList.toggle("many", missions.length > MANY);
  find("panes").classList.toggle("several", WARS.length > 1);
  find("panes").append(...panes.map((pane) => pane.element));
  find("tabs").append(...panes.map(makeTab));
  find("tabs").hidden = WARS.length < 2;
  find("slider").max = STEPS.length - 1;
  find("difference").hidden = WARS.length < 2;
  find("mistake").hidden = find("asks").hidden = !STEPS.some((step) => lossesOf(step).length);
  drawLegend(find("legend"));
  connect();
  drawGraphs(find("graphs"));
  const at = readPlace();
  showTab(0);
  if (at === null) goTo(0, false);
  else toPlace(at);
  redrawWhenResized();
  document.documentElement.dataset.ready = "yes";
}

begin();

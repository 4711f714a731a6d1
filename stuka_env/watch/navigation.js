// Going through the steps: the place in the address, missions, marked decisions and differences.

/** Pixels between the strip of missions and what the page scrolls to. */
const SCROLL_GAP = 8;

/** The name of a mission in the address. */
const addressOf = (mission) => nameOfMission(mission).replaceAll(" ", "-");

/** The parts of the address, such as #replay=2&m=12&d=7. */
const address = () => new URLSearchParams(location.hash.slice(1));

/** Whether another page embeds this one, with #...&show in its address, and shows the mat and little else. */
const isAlone = () => document.body.classList.contains("alone");

/** The replay in the address, which counts from 1; the first without one. */
function readReplay() {
  const number = Number(address().get("replay") ?? 1) - 1;
  return WARS[number] ? number : 0;
}

/**
 * The place in the address, such as #m=12&d=7, or #replay=2&step=130 for a decision of one replay; null if it has none.
 * A number that is no name counts missions from 1, and d=difference is the first difference of a mission.
 */
function readPlace() {
  const parts = address(), [name, d, decision] = ["m", "d", "step"].map((key) => parts.get(key));
  if (decision !== null) return placeOfDecision(WARS[readReplay()], Number(decision));
  if (name === null || (d !== null && !/^(\d+|difference)$/.test(d))) return null;
  const mission = MISSIONS.find((one) => addressOf(one) === name) ?? Number(name) - 1, isIn = (step) => step.mission === mission;
  const at = d === "difference" ? STEPS.findIndex((step) => isIn(step) && differs(step)) : STEPS.findLastIndex((step) => isIn(step) && step.number < Math.max(1, Number(d ?? 1)));
  const place = at < 0 ? firstStep(mission) : at;
  return place < 0 ? null : place;
}

/** The step of a decision of one replay, which counts from 1; null if it has no such decision. */
function placeOfDecision(war, decision) {
  const index = [...war.frames.keys()].filter((one) => !war.frames[one].passage)[decision - 1];
  return index === undefined ? null : stepOf(war, index);
}

/** Write the place into the address. The replay is in it if it is not the first, and the replays that a desk has opened. */
function writePlace({ mission, number }) {
  const open = address().get("open"), replay = state.selected ? state.selected + 1 : null;
  const parts = Object.entries({ open, replay, m: addressOf(mission), d: number + 1 }).filter(([, value]) => value !== null);
  const place = `#${parts.map((part) => part.join("=")).join("&")}`;
  if (location.hash !== place) history.replaceState(null, "", place);
}

/** Show a step. `by` is the direction in which routine is skipped. Without `spoken` the page neither speaks nor scrolls. */
function goTo(at, { spoken = true, by = 1 } = {}) {
  if (at !== state.opened) state.opened = null;
  state.at = shownFrom(at, by);
  const step = STEPS[state.at], shown = shownPanes(), stake = stakeOf(step);
  for (const pane of shown) drawPane(pane, step, stake);
  find("slider").value = state.at;
  const place = `${NOUNS.mission} ${nameOfMission(step.mission)}, step ${step.number + 1}`;
  find("place").textContent = place;
  find("slider").setAttribute("aria-valuetext", place);
  markMission(step.mission);
  markTabs(step);
  for (const pane of shown) scrollPane(pane);
  if (spoken) bringIntoSight(false);
  if (state.playing) return; // a browser refuses more than a few addresses a second
  writePlace(step);
  if (spoken) speakStep(step);
}

/** Say something to users of a screen reader. */
const speak = (words) => { find("spoken").textContent = words; };

/** Entries of the journal that a screen reader says at once. */
const MOST_SAID = 12;

/** What a pane says: what happened, the question, and the choice. */
function spokenWords({ war, fresh, question, spoken }) {
  const events = weightiest(fresh, MOST_SAID, (item) => Number(item.className.match(/look-(\d+)/)[1])).map((item) => item.textContent);
  return [WARS.length > 1 ? `${war.title}:` : "", ...events, `${question.textContent}.`, spoken].filter(Boolean).join(" ");
}

function speakStep(step) {
  speak([...shownPanes().map(spokenWords), `${missionWords(step.mission)}, step ${step.number + 1}.`].join(" "));
}

/** Draw the current step again after a setting has changed. */
function redraw() {
  for (const pane of panes) pane.showing = "";
  goTo(state.at, { spoken: false });
}

/** Where the page last scrolled by itself. */
let settled = -1;

/**
 * Scroll to the mats if the decision or what just happened is not in sight. A jump scrolls from anywhere, a step only from
 * the top of the page, or from where the last one scrolled to: a viewer who looks at something further down stays there.
 */
function bringIntoSight(isJump) {
  const strip = find("missions").getBoundingClientRect(), fold = document.querySelector(".controls").getBoundingClientRect().top;
  const head = (hasRows || (WARS.length > 1 && narrow.matches) ? find("tabs") : find("panes")).getBoundingClientRect();
  const wanted = `.telling, .deciding${isJump ? "" : ", .stand-first, .stand-board:not(.stand-board ~ .stand-board)"}`;
  const parts = shownPanes().flatMap((pane) => [...pane.element.querySelectorAll(wanted)]).map((part) => part.getBoundingClientRect());
  const isCut = parts.some((rect) => rect.bottom > fold || rect.top < strip.bottom);
  if (!isCut || isAlone() || !(isJump || head.top > strip.bottom + 1 || scrollY === settled)) return;
  const margin = strip.height + SCROLL_GAP; // the strip sticks to the top of the window
  window.scrollBy(0, head.top - margin);
  settled = scrollY;
  if (hasRows) return; // the rows stay in sight: they have the choices
  const [first, last] = [".telling", ".deciding"].map((part) => shownPanes()[0].element.querySelector(part).getBoundingClientRect());
  window.scrollBy(0, Math.max(0, Math.min(last.bottom + SCROLL_GAP - fold, first.top - margin)));
  settled = scrollY;
}

/** Show the step of an address; from a skipped question on, every question is a step. */
const toPlace = (at) => (visible(STEPS[at]) ? goTo(at) : oneByOne(at));

/** Go to a question and make every question a step. */
function oneByOne(at) {
  state.questions = true;
  find("questions").checked = true;
  openAt(at);
}

/** Go to a question and bring it into sight, even if it is skipped or part of a routine. */
function openAt(at) {
  state.opened = at;
  goTo(at);
  bringIntoSight(true);
}

/** Go to a decision of one war. */
function openDecision(war, index) {
  pause();
  const at = stepOf(war, index);
  if (at >= 0) openAt(at);
}

// --- missions ---

function openMission(mission) {
  goTo(firstStep(mission));
}

function missionBefore() {
  const { mission, number } = STEPS[state.at];
  goTo(number ? firstStep(mission) : firstStep(STEPS[Math.max(0, state.at - 1)].mission));
}

function missionAfter() {
  const { mission } = STEPS[state.at];
  const next = STEPS.findIndex((step) => step.mission > mission);
  goTo(next < 0 ? STEPS.length - 1 : next);
}

// --- marked decisions and differences ---

/** Go to a decision that a review marks, by default the next. */
function toMistake(by = 1) {
  const places = STEPS.map((step, at) => at).filter((at) => lossesOf(STEPS[at]).length);
  const ahead = by > 0 ? places.find((at) => at > state.at) : places.findLast((at) => at < state.at);
  const next = ahead === undefined ? places.at(by > 0 ? 0 : -1) : ahead;
  if (next === undefined) speak("No review marks a decision of these replays.");
  else openAt(next);
}

/** Go to the next difference with a value, as far as it is known, and not of routine seats; or with `all` to the next of all. */
function nextDifference(all) {
  const wishes = all ? [] : [(step) => matters(step) && !isSeating(step), matters];
  const isWanted = wishes.find((wish) => STEPS.some(wish)) || differs;
  const next = STEPS.findIndex((step, at) => at > state.at && isWanted(step));
  const first = STEPS.findIndex(isWanted);
  if (next >= 0 || first >= 0) openAt(next >= 0 ? next : first);
  else speak("The replays never differ.");
}

// --- playing the replay: a step at a time, at the chosen speed ---

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
  goTo(state.at + by, { by: Math.sign(by) });
}

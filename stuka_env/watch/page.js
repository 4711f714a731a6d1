// The page as a whole: its keys, its parts, the controls, and the beginning.

// --- the keys, and the dialog that lists them ---

/** Each row of the list: the names of its keys, the words, the keys with their actions, and where it applies. */
const KEY_ROWS = [
  { names: ["Space"], words: "play or pause", actions: { " ": toggle } },
  { names: ["\u2190", "\u2192"], words: "previous, next decision", actions: { ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1) } },
  { names: ["\u2191", "\u2193"], words: `previous, next ${NOUNS.mission}`,
    actions: { ArrowUp: () => { pause(); missionBefore(); }, ArrowDown: () => { pause(); missionAfter(); } } },
  { names: ["Home", "End"], words: `start, end of the ${NOUNS.war}`, actions: { Home: () => { pause(); goTo(0); }, End: () => { pause(); goTo(STEPS.length - 1); } } },
  { names: ["+", "-"], words: "faster, slower", actions: { "+": () => changeSpeed(1), "-": () => changeSpeed(-1) } },
  { names: ["1", `${WARS.length}`], words: "select a replay by its number", applies: () => WARS.length > 1,
    actions: Object.fromEntries(WARS.map((war, i) => [`${i + 1}`, () => selectReplay(i)])) },
  { names: ["D", "Shift+D"], words: `next difference with a value, as far as it is known, without ${DATA.routine_answers}; next of all`, applies: () => WARS.length > 1,
    actions: { d: (event) => { pause(); nextDifference(event.shiftKey); } } },
  { names: ["M", "Shift+M"], words: "next, previous decision that the review marks", applies: hasMarks,
    actions: { m: (event) => { pause(); toMistake(event.shiftKey ? -1 : 1); } } },
  { names: ["A"], words: "ask me first: hide the answers of the review", applies: hasMarks, actions: { a: toggleQuiz } },
  { names: ["J"], words: "every entry of the journal, or the short form", actions: { j: () => find("every").click() } },
  { names: ["P"], words: "copy the position as text", actions: { p: () => { pause(); copyPosition(shownPanes().find((pane) => pane.war.number === state.selected) || shownPanes()[0]); } } },
  { names: ["T"], words: "the terms of this step", actions: { t: () => { pause(); stepTerms(); } } },
  { names: [RECORD.key.toUpperCase()], words: RECORD.meaning, actions: { [RECORD.key]: () => { pause(); recordDialog.showModal(); } } },
  { names: ["?"], words: "this list", actions: { "?": () => keysDialog.showModal() } },
].filter(({ applies }) => !applies || applies());

const ACTIONS = Object.assign({}, ...KEY_ROWS.map(({ actions }) => actions));

const keysDialog = makeDialog({ id: "keys", title: "Keys", key: "?" }, html("dl", {}, KEY_ROWS.map(({ names, words }) =>
  html("div", {}, html("dt", {}, names.map((name, i) => [i ? " " : "", html("kbd", {}, name)])), html("dd", {}, words)))));

/** Show the terms in everything that the current step shows. */
function stepTerms() {
  const shown = shownPanes().flatMap(({ element }) => [...element.querySelectorAll(EXPLAINED)]);
  showTerms(shown.map((one) => one.textContent).join("\n"));
}

const ofStep = html("button", { type: "button", class: "opens", title: "The terms of this step (T)", "aria-haspopup": "dialog" }, "Terms");
ofStep.addEventListener("click", stepTerms);
document.querySelector(".top").append(ofStep);
dialogButton(recordDialog, `${capital(RECORD.meaning)} (${RECORD.key.toUpperCase()})`);
dialogButton(keysDialog, "Keys (?)", "?");

/** Keys that the focused element needs for itself. */
function keepsKey(target, key) {
  if (!target.matches) return false;
  if (target.matches("select")) return true;
  if (target.matches("button, summary, input[type=checkbox]")) return key === " " || key === "Enter";
  if (target.matches("input[type=range]")) return ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key);
  return target.matches(".journal, .options") && ["ArrowUp", "ArrowDown", "Home", "End", " "].includes(key);
}

function onKey(event) {
  if (hasModifier(event) || keepsKey(event.target, event.key)) return;
  const action = ACTIONS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action(event);
}

// --- the parts and the controls ---

/** Show or hide the settings; a wide screen always shows them. */
function toggleSettings() {
  const button = find("settings");
  button.setAttribute("aria-expanded", button.getAttribute("aria-expanded") === "false");
}

function connect() {
  const clicks = {
    before: () => stepBy(-1), after: () => stepBy(1), play: toggle, "mission-before": () => { pause(); missionBefore(); },
    "mission-after": () => { pause(); missionAfter(); }, difference: () => { pause(); nextDifference(false); },
    mistake: () => { pause(); toMistake(); }, settings: toggleSettings,
  };
  for (const [id, action] of Object.entries(clicks)) find(id).addEventListener("click", action);
  document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); find("panes").focus(); });
  find("slider").addEventListener("input", () => { pause(); goTo(Number(find("slider").value)); });
  find("speed").addEventListener("change", () => changeSpeed(0));
  find("scope").addEventListener("change", () => { state.scope = find("scope").value; redraw(); });
  find("questions").addEventListener("change", () => { state.questions = find("questions").checked; redraw(); });
  window.addEventListener("hashchange", onAddress, { signal });
  find("every").addEventListener("change", () => { state.every = find("every").checked; redraw(); });
  find("tabs").addEventListener("keydown", onTabKey);
  document.addEventListener("keydown", onKey, { signal });
  atEnd(() => clearInterval(state.playing));
}

/** Go to the replay and the step of a new address. */
function onAddress() {
  const at = readPlace();
  if (at === null || (at === state.at && readReplay() === state.selected)) return;
  pause();
  selectReplay(readReplay());
  toPlace(at);
}

function describe() {
  const [war] = WARS, { env, seed, episode } = war.raw;
  const parts = [env, war.raw.setting, `seed ${seed}`, episode === "0" ? "" : `${NOUNS.war} ${Number(episode) + 1}`];
  find("about").textContent = parts.filter(Boolean).join(", ");
  document.title = `${NOUNS.title}: ${WARS.map((one) => one.title).join(" and ")}`;
  find("warning").hidden = IS_ONE_WAR;
  if (!IS_ONE_WAR) find("warning").textContent = `These replays are of different ${NOUNS.war}s: their dice are not the same.`;
}

function redrawWhenResized() {
  let width = 0;
  const observer = new ResizeObserver(() => {
    if (Math.abs(width - find("panes").clientWidth) < 2) return;
    width = find("panes").clientWidth;
    drawGraphs();
    currentMission = null;
    redraw();
  });
  observer.observe(find("panes"));
  atEnd(() => observer.disconnect());
}

/** Show the mat and little else, and play unless the viewer wants no motion. */
function showAlone(at) {
  document.body.classList.add("alone");
  goTo(at, { spoken: false });
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) start();
}

function begin() {
  describe();
  drawStrip();
  drawOpening(find("opening"));
  drawReview(find("review"));
  find("panes").append(...panes.map((pane) => pane.element));
  drawTabs();
  find("slider").max = STEPS.length - 1;
  find("difference").hidden = WARS.length < 2;
  find("mistake").hidden = !hasMarks();
  drawLegend(find("legend"));
  recordDialog.append(...WARS.map(({ raw, number, title }) => recordSection(raw.record, number, WARS.length > 1 ? title : "")));
  connect();
  drawGraphs();
  const at = readPlace(), isShow = address().has("show");
  selectReplay(readReplay());
  if (isShow) showAlone(at ?? 0);
  else if (at === null) goTo(0, { spoken: false });
  else toPlace(at);
  redrawWhenResized();
  document.documentElement.dataset.ready = "yes";
}

begin();

// The page as a whole: its parts, the controls, and the beginning.

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
  find("slider").addEventListener("input", () => { pause(); goTo(Number(find("slider").value)); });
  find("speed").addEventListener("change", () => changeSpeed(0));
  find("scope").addEventListener("change", () => { state.scope = find("scope").value; redraw(); });
  find("questions").addEventListener("change", () => { state.questions = find("questions").checked; redraw(); });
  window.addEventListener("hashchange", () => { const at = readPlace(); if (at !== null && at !== state.at) { pause(); toPlace(at); } });
  find("every").addEventListener("change", () => { state.every = find("every").checked; redraw(); });
  find("tabs").addEventListener("keydown", onTabKey);
  document.addEventListener("keydown", onKey);
}

function describe() {
  const [war] = WARS, { env, seed, episode, arguments: settings } = war.raw;
  const parts = [env, war.raw.setting, `seed ${seed}`, episode === "0" ? "" : `${NOUNS.war} ${Number(episode) + 1}`];
  find("about").textContent = parts.filter(Boolean).join(", ");
  document.title = `${NOUNS.title}: ${WARS.map((one) => one.title).join(" and ")}`;
  const same = WARS.every(({ raw }) => ["env", "seed", "episode", "charts"].every((key) => raw[key] === war.raw[key]) &&
    JSON.stringify(raw.arguments) === JSON.stringify(settings));
  find("warning").hidden = same;
  if (!same) find("warning").textContent = `These replays are of different ${NOUNS.war}s: their dice are not the same.`;
}

function redrawWhenResized() {
  let width = 0;
  new ResizeObserver(() => {
    if (Math.abs(width - find("panes").clientWidth) < 2) return;
    width = find("panes").clientWidth;
    drawGraphs();
    currentMission = null;
    redraw();
  }).observe(find("panes"));
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
  const at = readPlace();
  selectReplay(0);
  if (at === null) goTo(0, { spoken: false });
  else toPlace(at);
  redrawWhenResized();
  document.documentElement.dataset.ready = "yes";
}

begin();

// The replay whose mat is shown: of two replays on a narrow screen one by tabs, of more always one by rows.

const narrow = matchMedia("(max-width: 900px)");

/** Whether every replay has a row with its choice. */
const hasRows = WARS.length > 2;

const showsOne = () => hasRows || narrow.matches;

const shownPanes = () => (showsOne() ? [panes[state.selected]] : panes);

function makeTab(pane) {
  const { war } = pane;
  const tab = html("button", { type: "button", role: "tab", class: `war-edge-${war.number}`, "aria-controls": pane.element.id },
    html("span", { class: "name" }, war.title, hasRows ? winnerMark(war) : null), html("span", { class: "choice" }), html("small", {}));
  tab.addEventListener("click", () => selectReplay(war.number));
  return tab;
}

function drawTabs() {
  const tabs = find("tabs");
  tabs.append(...panes.map(makeTab));
  tabs.hidden = WARS.length < 2;
  tabs.classList.toggle("rows", hasRows);
  if (hasRows) tabs.setAttribute("aria-orientation", "vertical");
  find("panes").classList.toggle("several", WARS.length > 1);
  find("panes").classList.toggle("one", hasRows);
}

function selectReplay(number) {
  if (!WARS[number]) return;
  state.selected = number;
  [...find("tabs").children].forEach((tab, i) => {
    tab.setAttribute("aria-selected", i === number);
    tab.tabIndex = i === number ? 0 : -1;
  });
  for (const pane of panes) pane.element.classList.toggle("chosen", pane.war.number === number);
  drawScores();
  redraw();
}

/** The choice of a replay at a step in words, or what stands there in place of a decision. */
function choiceWords(step, war) {
  const { frame, own } = step.shows[war.number], skipped = isOpen(step) ? [] : skippedBefore(step, war);
  if (war.isOver(frame) && !own) return war.heading(frame);
  if (!sums(step)) return own ? war.answer(frame) || war.heading(frame) || ENDS_HERE : "no decision here";
  const frames = own ? [...skipped, frame] : skipped;
  return frames.length ? decidedWords(decidedLines(step.routine, war, frames)) : "nothing";
}

/** The replays whose choice differs from that of the selected one, or if it has none, from each other. */
function differingReplays(step) {
  const pairsHere = differences(step), selected = pairsHere.filter(([one]) => one.war.number === state.selected);
  return new Set((selected.length ? selected : pairsHere).map(([, other]) => other.war.number));
}

/** Update the choice and the running score of each tab, and mark the replays that differ. */
function markTabs(step) {
  if (!showsOne()) return;
  const differing = hasRows ? differingReplays(step) : new Set(differs(step) ? WARS.map((war) => war.number) : []);
  const hidden = WARS.some((war) => hides(war, step.shows[war.number].frame));
  [...find("tabs").children].forEach((tab, i) => {
    const { frame } = step.shows[i], isDiffering = differing.has(i);
    tab.classList.toggle("differs", isDiffering);
    tab.children[1].textContent = hidden ? "" : choiceWords(step, WARS[i]);
    tab.children[2].textContent = `${WARS[i].frames[frame].earned.toFixed(NOUNS.decimals)}${isDiffering ? " \u2260" : ""}`;
  });
}

function onTabKey(event) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  selectReplay((state.selected + by + WARS.length) % WARS.length);
  find("tabs").children[state.selected].focus();
}

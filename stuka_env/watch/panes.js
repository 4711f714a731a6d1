// The panes: one for each replay, with its mat, its decision and its journal.

// --- the journal of a pane, and the debriefs of missions and of the war ---

/**
 * Which entries of a journal's list are shown: from, to, and the first that came with the frames from `since`. The end of
 * the previous mission is shown with the first step of the next one.
 */
function entriesShown({ counts, missions }, index, mission, since) {
  const fresh = since ? counts[since - 1] : 0, by = counts[index];
  if (state.scope === "step") return [fresh, by, fresh];
  if (state.scope === "war") return [0, by, fresh];
  const [from, to] = missions.get(mission) || [by, by];
  return [Math.min(from, fresh, by), Math.min(to, by), fresh];
}

/** The text of an entry; a roll opens, die by die, at the top of the list. */
function entryOf({ text, lines }) {
  if (!lines) return text;
  const roll = html("details", { class: "roll" }, html("summary", {}, text), lines.map((line) => html("p", {}, line)));
  roll.addEventListener("toggle", () => {
    const list = roll.closest(".journal");
    if (roll.open && list) list.scrollTop += roll.getBoundingClientRect().top - list.getBoundingClientRect().top - 4;
  });
  return roll;
}

/** Update the journal; entries that stay are not touched. */
function drawJournal(pane, index, mission, since) {
  const { war, entries: journal } = pane, list = war.journal(state.every);
  const [from, to, fresh] = entriesShown(list, index, mission, since);
  if (pane.listed.list !== list || pane.listed.from !== from) journal.replaceChildren();
  pane.listed = { list, from };
  while (journal.childElementCount > to - from) journal.lastElementChild.remove();
  const more = list.entries.slice(from + journal.childElementCount, to);
  if (more.length) journal.append(...more.map((entry) => html("li", { class: `look-${entry.look}` }, entryOf(entry))));
  for (const item of pane.fresh) item.classList.remove("fresh");
  pane.fresh = [];
  for (let place = Math.max(fresh, from); place < to; place++) pane.fresh.push(journal.children[place - from]);
  for (const item of pane.fresh) item.classList.add("fresh");
  pane.count.textContent = to - from === 1 ? "1 entry" : `${to - from} entries`;
  drawEnded(pane, index);
}

/** The missions, the segments and the war that ended with the previous decision. */
function drawEnded(pane, index) {
  const { war } = pane, { review, debrief, result } = war.raw, last = index === war.frames.length - 1;
  const summary = last && review && review.summary ? [html("p", {}, html("strong", {}, review.summary))] : [];
  const whole = last && result ? [debriefDetails(war, { title: finalWords(war), debrief }, true)] : [];
  pane.ended.replaceChildren(...(war.frames[index].ended || []).map((one) => debriefDetails(war, one, false)), ...summary, ...whole);
}

/** A debrief under its title. */
function debriefDetails({ texts }, { title, debrief }, open) {
  const section = ([heading, lines]) => [html("h4", {}, heading), html("ul", {}, lines.map((number) => html("li", {}, texts[number])))];
  return html("details", { open: open ? "" : null }, html("summary", {}, html("strong", {}, title)), debrief.map(section));
}

// --- panes ---

const COPY = "Copy position", COPIED = "Copied";
/** Milliseconds for which the button says that the position is copied. */
const COPIED_FOR = 2000;

/** Copy the position that a pane shows. */
function copyPosition(pane) {
  const { position } = pane.war.frames[pane.index];
  if (!position) return;
  copyToClipboard(position, "Position", () => {
    pane.copy.textContent = COPIED;
    speak("The position is copied.");
    setTimeout(() => { pane.copy.textContent = COPY; }, COPIED_FOR);
  });
}

/** Words that name the replay of an element where there are several. */
const ofWar = (war) => (WARS.length > 1 ? `, ${war.title}` : "");

/** The frame of one pane, with the elements that its drawings go to. */
function makePane(war) {
  const figures = makeFigures(war.sheets[0]);
  const pane = {
    war, figures, listed: { list: null, from: 0 }, fresh: [], showing: "",
    mission: html("p", { class: "mission" }),
    score: html("p", { class: "points" }),
    question: html("h3", { class: "question" }),
    copy: html("button", { type: "button", class: "copy", title: "Copy the position as text (P)" }, COPY),
    value: html("p", { class: "value" }),
    why: html("p", { class: "why" }),
    skipped: html("p", { class: "skipped" }),
    verdict: html("p", { class: "verdict", role: "status" }),
    doubt: html("p", { class: "doubt" }),
    heads: html("p", { class: "heads", title: `${NOUNS.final} that the policy expected more or less than of its choice, \u00b1 their standard error` }),
    options: html("ol", { class: "options", tabindex: "0", "aria-label": `Options${ofWar(war)}` }),
    ended: html("div", { class: "ended" }),
    journal: html("div", { class: "journal", tabindex: "0", role: "log", "aria-live": "off", "aria-label": `Journal, ${war.title}` }),
    entries: html("ol", {}),
    count: html("span", { class: "count" }),
  };
  const head = html("header", { class: `pane-head war-edge-${war.number}` }, html("h2", {}, war.title),
    html("p", { class: "source", title: war.raw.name }, war.raw.policy ? war.raw.name : ""), pane.mission, pane.score);
  pane.journal.append(pane.entries);
  const aside = html("div", { class: "aside" },
    html("section", { class: "telling", "aria-label": `What happened${ofWar(war)}` }, html("h3", {}, "Journal ", pane.count), pane.journal, pane.ended),
    html("section", { class: "deciding", "aria-label": `Decision${ofWar(war)}` }, html("div", { class: "asked" }, pane.question, pane.copy), pane.skipped, pane.value, pane.why, pane.verdict, pane.doubt, pane.heads, pane.options));
  pane.copy.addEventListener("click", () => { pause(); copyPosition(pane); });
  pane.element = html("article", { class: "pane", id: `pane-${war.number}`, "aria-label": `Replay ${war.title}` }, head,
    html("div", { class: "pane-body" }, html("section", { class: "mat", "aria-label": `Mat${ofWar(war)}` }, figures.map(({ element }) => element)), aside));
  return pane;
}

const panes = WARS.map(makePane);

function drawPane(pane, step, stake) {
  const { mission, shows } = step;
  const { war } = pane, { frame: index, own } = shows[war.number], skipped = isOpen(step) ? [] : skippedBefore(step, war);
  const showing = [index, own, mission, sums(step), ...skipped, stake && stake.points].join();
  if (showing === pane.showing) return;
  pane.showing = showing;
  pane.index = index;
  pane.element.classList.toggle("waits", !own && !war.isOver(index));
  pane.element.classList.toggle("differs", differences(step).some(([one]) => one.war === war));
  pane.score.replaceChildren(...scoreLine(war, index));
  pane.copy.hidden = !war.frames[index].position;
  drawSheet(pane, skipped, index);
  if (sums(step)) drawDecided(pane, step, own ? [...skipped, index] : skipped);
  else drawQuestion(pane, step, skipped, stake);
  drawJournal(pane, index, mission, skipped.length ? skipped[0] : index);
}

/** Show the sheet of a frame; the way through its spaces begins with the frames that were skipped before it. */
function drawSheet({ war, mission, figures }, skipped, index) {
  const sheet = withWay(war.sheets[index], skipped.map((one) => war.sheets[one]));
  mission.replaceChildren(...headOf(sheet));
  showSheet(figures, sheet);
}

/** Scroll the lists to the newest entry and to the choice, after everything is drawn. */
function scrollPane(pane) {
  const taken = pane.options.querySelector(".taken"), place = taken ? taken.offsetTop - pane.options.clientHeight / 2 : 0;
  pane.options.scrollTop = Math.max(0, place);
  pane.journal.scrollTop = pane.journal.scrollHeight;
}

/** The level of the final score after a comma; "" for a war that has none. */
const levelWords = (war) => (war.raw.level ? `, ${war.raw.level}` : "");

const finalWords = (war) => `Final score ${war.score}${levelWords(war)}`;

const isFinal = (war, index) => index === war.frames.length - 1 && war.raw.result !== null;

/** The official running score with the name of its scale; at the end the final score. */
function scoreLine(war, index) {
  if (isFinal(war, index)) return [finalWords(war)];
  const [words, title] = war.standings[index].map((number) => war.texts[number]);
  return [`${amount(war.frames[index].earned)} so far `, html("small", { title }, words)];
}

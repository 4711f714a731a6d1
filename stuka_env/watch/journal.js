// The journal of a pane, and the debriefs of missions and of the war.

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

/** Update the journal; entries that stay are not touched. */
function drawJournal(pane, index, mission, since) {
  const { war, entries: journal } = pane, list = war.journal(state.every);
  const [from, to, fresh] = entriesShown(list, index, mission, since);
  if (pane.listed.list !== list || pane.listed.from !== from) journal.replaceChildren();
  pane.listed = { list, from };
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

/** The missions, the segments and the war that ended with the previous decision. */
function drawEnded(pane, index) {
  const { war } = pane, { review, debrief, result } = war.raw, last = index === war.frames.length - 1;
  const summary = last && review && review.summary ? [html("p", {}, html("strong", {}, review.summary))] : [];
  const whole = last && result ? [debriefDetails({ title: finalWords(war), debrief }, true)] : [];
  pane.ended.replaceChildren(...(war.frames[index].ended || []).map((one) => debriefDetails(one, false)), ...summary, ...whole);
}

/** A debrief under its title. */
function debriefDetails({ title, debrief }, open) {
  const section = ([heading, lines]) => [html("h4", {}, heading), html("ul", {}, lines.map((number) => html("li", {}, DATA.texts[number])))];
  return html("details", { open: open ? "" : null }, html("summary", {}, html("strong", {}, title)), debrief.map(section));
}

// Dialogs over the page. An open dialog keeps all keys to itself.

/** A dialog with a title and a button that closes it; its key, in small letters, closes it too. `look` is a class of the style. */
function makeDialog({ id, title, key, look = "" }, ...content) {
  const close = html("button", { type: "button" }, "Close");
  const dialog = html("dialog", { id, class: `dialog ${look}`, "aria-labelledby": `${id}-title` },
    html("header", {}, html("h2", { id: `${id}-title` }, title), close), content);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key.toLowerCase() === key && !hasModifier(event)) dialog.close();
  });
  document.body.append(dialog);
  atEnd(() => dialog.remove());
  return dialog;
}

/** Whether a key is part of a command of the browser. */
const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** Add a button to the head of the page that opens a dialog; its words are by default the title of the dialog. */
function dialogButton(dialog, title, words = dialog.querySelector("h2").textContent) {
  const button = html("button", { type: "button", id: `open-${dialog.id}`, class: "opens", title, "aria-haspopup": "dialog" }, words);
  button.addEventListener("click", () => dialog.showModal());
  document.querySelector(".top").append(button);
}

// --- copying ---

const copyText = html("textarea", { readonly: "", rows: 5 });
const copyDialog = makeDialog({ id: "copy", title: "To copy", key: "" },
  html("p", {}, "The browser does not let this page copy. The text is selected: copy it with its menu or with Ctrl+C."), copyText);

/** Copy a text and call `onCopied`; if the browser refuses, show the text selected. */
async function copyToClipboard(words, name, onCopied) {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    copyText.value = words;
    copyText.setAttribute("aria-label", name);
    copyDialog.querySelector("h2").textContent = name;
    if (!copyDialog.open) copyDialog.showModal();
    copyText.select();
    return;
  }
  onCopied();
}

// --- the record of a war: the careers of all people, or the log sheet ---

const RECORD = DATA.record;

function recordHead() {
  return html("thead", {}, html("tr", {}, RECORD.columns.map(([name, isWords]) => html("th", { scope: "col", class: isWords ? "words" : null }, name))));
}

/** The meaning of a button that leads to a mission. */
const thereWords = (name) => `${capital(NOUNS.mission)} ${name}: go there`;

/** Go from the record to a mission. */
function leaveRecord(mission, name) {
  recordDialog.close();
  openMission(mission, name);
}

/** The story of a row, and buttons for the missions that it leads to. */
function recordStory({ story, missions }) {
  const steps = missions.map(([mission, name, words]) => {
    const button = html("button", { type: "button", title: thereWords(name) }, `${name}: ${words}`);
    button.addEventListener("click", () => leaveRecord(mission, name));
    return html("li", {}, button);
  });
  return [html("p", {}, story), steps.length ? html("ol", {}, steps) : null];
}

/** A row, and under it its story once the name is clicked; the name of a row without one leads to its mission. */
function recordRows(row, id) {
  const isStory = row.mission === null, open = html("button", { type: "button", title: isStory ? null : thereWords(row.cells[RECORD.name]) }, row.cells[RECORD.name]);
  const more = isStory ? html("tr", { class: "story", id, hidden: "" }) : null;
  if (isStory) fill(open, { "aria-expanded": "false", "aria-controls": id }, []);
  open.addEventListener("click", () => {
    if (!isStory) { leaveRecord(row.mission, row.cells[RECORD.name]); return; }
    if (!more.childElementCount) more.append(html("td", { colspan: RECORD.columns.length }, recordStory(row)));
    more.hidden = !more.hidden;
    open.setAttribute("aria-expanded", String(!more.hidden));
  });
  const rest = RECORD.columns.length - row.cells.length + 1;
  const cell = (words, i) => {
    const look = RECORD.columns[i][1] ? "words" : null, span = i === row.cells.length - 1 && rest > 1 ? rest : null;
    return i === RECORD.name ? html("th", { scope: "row", class: look }, open) : html("td", { class: look, colspan: span }, words);
  };
  return [html("tr", { class: row.is_pale ? "pale-row" : null }, row.cells.map(cell)), more];
}

/** The record of a war; its name stands over it where there are several. */
function recordSection(rows, number = 0, title = "") {
  const table = html("table", {}, recordHead(), html("tbody", {}, rows.map((row, place) => recordRows(row, `record-${number}-${place}`))));
  return html("section", { class: "record-rows" }, title ? html("h3", { class: `war-edge-${number}` }, title) : null,
    rows.length ? html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": joined([RECORD.title, title]) }, html("p", { class: "hint", "aria-hidden": "true" }, "more columns \u2192"), table) : html("p", {}, RECORD.empty));
}

const recordDialog = makeDialog({ id: "record", title: RECORD.title, key: RECORD.key, look: "with-table" }, html("p", { class: "table-note others" }, RECORD.note));

/** Words of the record that the glossary explains. */
const RECORD_TERMS = "#record th, #record td.words";

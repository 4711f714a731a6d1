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

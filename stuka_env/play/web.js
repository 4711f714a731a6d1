// The keys go to the table without a click, as soon as it is connected.
"use strict";

addEventListener("load", () => {
  const terminal = document.querySelector("#terminal");
  const observer = new MutationObserver(() => {
    if (!terminal.classList.contains("-connected")) return;
    observer.disconnect();
    terminal.querySelector(".xterm-helper-textarea")?.focus();
  });
  observer.observe(terminal, { attributes: true, attributeFilter: ["class"] });
});

// The keys go to the table at once, without a click.
"use strict";

addEventListener("load", () => document.querySelector(".xterm-helper-textarea")?.focus());

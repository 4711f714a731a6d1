// Names and keys that the theme leaves out: the search is a named dialog, and wide tables scroll with the keyboard.
document$.subscribe(() => setTimeout(() => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")) box.tabIndex = 0;
}));

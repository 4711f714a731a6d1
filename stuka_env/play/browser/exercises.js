// Exercises: the explanation after an answer, and the list of themes.

const themesDialog = makeDialog({ id: "themes", title: "Themes", key: "t" }, html("div", { class: "sheet" }));

/** Show the explanation after the answer, and mark the answer among the options. */
function showExercise({ exercise }) {
  const isAnswered = Boolean(exercise) && exercise.answer !== null;
  byId("answered").hidden = byId("explaining").hidden = !isAnswered;
  if (!exercise) return;
  byId("about").textContent = exercise.name;
  byId("help-line").hidden = byId("advice").hidden = isAnswered; // the verdict stands in their place
  byId("verdict").textContent = exercise.verdict;
  byId("verdict").classList.toggle("right", exercise.right);
  byId("explanation").replaceChildren(...exercise.sections.flatMap(sectionOf));
  const own = isAnswered && optionButtons().find((button) => Number(button.dataset.answer) === exercise.answer);
  if (own) own.append(html("span", { class: "yours" }, "yours"));
  if (exercise.asks && !themesDialog.open) openThemes();
}

const nextExercise = () => request("next");

/** Put the keyboard on the button of the next exercise. */
function focusExercise() {
  if (!document.querySelector("dialog[open]")) byId("next").focus({ preventScroll: true });
}

/** Show the themes with the results of each. */
function openThemes() {
  const { themes, theme, mixed } = game.state.exercise;
  const order = html("input", { type: "checkbox", id: "mixed", checked: mixed ? "" : null });
  const rows = themes.map(([name, words, answered, total, results]) => html("li", {},
    sheetButton(words, () => chooseTheme(name, order.checked), name === theme ? "main" : null),
    html("span", {}, [`${answered} of ${total} answered.`, results].filter(Boolean).join(" "))));
  openSheet(themesDialog, html("ul", { class: "steps" }, rows), html("label", { class: "tick" }, order, " in a mixed order"),
    html("p", { class: "others" }, "A theme in which every exercise has an answer begins again."));
  themesDialog.querySelector("button.main").focus({ preventScroll: true });
}

async function chooseTheme(theme, mixed) {
  themesDialog.close();
  await request("choose", { theme, mixed });
}

/** Commands of exercises, in the form of those of a war. */
const EXERCISE_COMMANDS = [
  ["Next", "n", nextExercise, ({ exercise }) => exercise.answer !== null, true],
  ["Themes", "t", openThemes, () => true, true],
  ["Filter", "/", openFilter, ({ war, exercise }) => exercise.answer === null && war.options.length > 5, false],
  ["Position", "p", copyPosition, () => true, false],
  ["Help", "?", openHelp, () => true, true],
];

byId("next").addEventListener("click", nextExercise);

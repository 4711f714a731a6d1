// Shapes of the pieces.

/** Chips in rows of a width, each with words and a look; returns the drawing and its height. */
function flow(chips, width) {
  let x = 0, y = 0;
  const drawn = chips.map(([words, look]) => {
    const wide = words.length * 6.5 + 14;
    if (x && x + wide > width) { x = 0; y += 25; }
    const chip = at(x, y, box(0.5, 0.5, wide - 1, 21, look, 6), text(wide / 2, 15, words, "small", "middle"));
    x += wide + 5;
    return chip;
  });
  return [drawn, chips.length ? y + 22 : 0];
}

const aircraftShape = (engines, look) => (engines > 1 ? twoEngines(look) : oneEngine(look));

/** The outline of a fighter with one engine from above, nose up, about 60 wide. */
function oneEngine(look) {
  return svg("path", { class: look, d: "M0-27c2.5 0 3.6 4 3.6 9v4l25 4.5c2.4.6 2.4 6 0 6.4l-25.4 2.6-1.4 17 9.4 2.4v4.4l-11.2.7-11.2-.7v-4.4l9.4-2.4-1.4-17-25.4-2.6c-2.4-.4-2.4-5.8 0-6.4l25-4.5v-4c0-5 1.1-9 3.6-9z" });
}

/** The outline of a fighter with two engines. */
function twoEngines(look) {
  return svg("g", { class: look }, svg("path", { d: "M0-28c3 0 4 5 4 11v4l25 5c2.4.6 2.4 5.6 0 6l-25 2.6-1.6 19 11.6 1.4v5h-28v-5l11.6-1.4-1.6-19-25-2.6c-2.4-.4-2.4-5.4 0-6l25-5v-4c0-6 1-11 4-11z" }),
    [-14, 14].map((x) => svg("rect", { x: x - 3, y: -20, width: 6, height: 20, rx: 3 })));
}

const ENGINES_AT = [-37, -19, 19, 37];

/** The outline of a bomber with four engines, about 120 wide. */
function fourEngines(look) {
  return svg("g", { class: look }, svg("path", { d: "M0-42c4.5 0 6 6 6 14v8l52 9c3 .6 3 8.4 0 9l-52 4.5-2.5 26 21.5 4v7h-50v-7l21.5-4-2.5-26-52-4.5c-3-.6-3-8.4 0-9l52-9v-8c0-8 1.5-14 6-14z" }),
    ENGINES_AT.map((x) => svg("rect", { x: x - 3.5, y: -26, width: 7, height: 18, rx: 3.5 })));
}

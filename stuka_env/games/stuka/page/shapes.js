// Shapes of the pieces.

/** A row of small squares, the first `count` of them filled. */
function pips(x, y, count, most, look) {
  return Array.from({ length: most }, (_, i) => box(x + i * 8, y, 6, 8, i < count ? look : "pip-free", 1.5));
}

/** A wound. */
function cross(x, y) {
  return svg("path", { d: `M${x} ${y - 4}v8M${x - 4} ${y}h8`, class: "wound" });
}

/** The outline of an aircraft seen from above, nose up, about 60 wide. */
function silhouette(look) {
  return svg("path", {
    class: look,
    d: "M0-26c3 0 4 4 4 9v4l25 6c2 1 2 6 0 6l-25 3-1 18 9 3v4l-12-1-12 1v-4l9-3-1-18-25-3c-2 0-2-5 0-6l25-6v-4c0-5 1-9 4-9z",
  });
}

// The card and the mat of the selected replay as a picture: a drawing that contains them, on a canvas.

/** Width of the picture in pixels of the page, and pixels of the picture for each of them. */
const PICTURE_WIDTH = 1120, PICTURE_SCALE = 2;
/** Heights of the picture in the window that a drawing has room for. */
const SPARE_HEIGHT = 2;
/** Parts of a pane that a picture leaves out: what is longer than it shows, and buttons. */
const NOT_PICTURED = ".telling, .copy, .skipped, .options li:not(.taken, .decided)";

/** What the picture shows: the head of the page, the card, and the pane with its mat and its decision. */
function pictured() {
  const pane = panes[state.selected].element.cloneNode(true), card = find("opening").children[state.selected].cloneNode(true);
  for (const element of pane.querySelectorAll(NOT_PICTURED)) element.remove();
  for (const element of card.querySelectorAll(".turning, .soft")) element.remove();
  pane.classList.add("chosen");
  const head = html("header", { class: "top" }, html("h1", {}, NOUNS.title), html("p", { id: "about" }, find("about").textContent, `, ${find("place").textContent}`));
  return html("div", { class: "picture" }, head, html("main", {}, html("div", { id: "opening" }, card), html("div", { id: "panes", class: "picture-pane" }, pane)));
}

/** A canvas without the empty rows at its end: the style may depend on the window, which the drawing has not. */
function trimmed(canvas) {
  const { width, height } = canvas, column = canvas.getContext("2d").getImageData(width / 2, 0, 1, height).data;
  const rows = Array.from({ length: height }, (_, row) => column[4 * row + 3]).findLastIndex((alpha) => alpha > 0) + 1;
  const whole = html("canvas", { width, height: Math.max(1, rows) });
  whole.getContext("2d").drawImage(canvas, 0, 0);
  return whole;
}

/** The height of an element at the width of the picture. */
function heightOf(element) {
  const frame = html("div", { class: "unseen-picture", style: `width: ${PICTURE_WIDTH}px` }, element);
  document.body.append(frame);
  const height = Math.ceil(element.getBoundingClientRect().height);
  frame.remove();
  return height;
}

/** A drawing that contains an element with the style of the page. */
function drawingOf(element, height) {
  const inside = svg("foreignObject", { width: PICTURE_WIDTH, height }, html("body", {}, document.querySelector("style").cloneNode(true), element));
  return new XMLSerializer().serializeToString(svg("svg", { width: PICTURE_WIDTH, height, viewBox: `0 0 ${PICTURE_WIDTH} ${height}` }, inside));
}

/** Save the picture as a file. */
async function savePicture() {
  const element = pictured(), height = SPARE_HEIGHT * heightOf(element), image = new Image(), canvas = html("canvas", { width: PICTURE_WIDTH * PICTURE_SCALE, height: height * PICTURE_SCALE });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingOf(element, height))}`;
  await image.decode();
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const { mission, number } = STEPS[state.at], name = `${panes[state.selected].war.title}-${addressOf(mission)}-${number + 1}.png`;
  html("a", { href: trimmed(canvas).toDataURL("image/png"), download: name.replace(/[^\w.-]+/g, "-") }).click();
  speak("The picture is saved.");
}

const pictureButton = html("button", { type: "button", class: "opens", id: "picture", title: "Save the card and the mat of this step as a picture" }, "PNG");
pictureButton.addEventListener("click", () => { pause(); savePicture().catch(() => speak("The browser does not let this page make a picture.")); });
document.querySelector(".top").append(pictureButton);

// Data that stands deflated in an element of a page.

/** The text of deflated data, when the browser has read it. */
async function inflated(element) {
  const bytes = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

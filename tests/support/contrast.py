"""The contrast of the words of a page to what is behind them, as WCAG 2 measures it."""

from typing import Any

LEAST_CONTRAST = 4.5
CONTRAST = """(least) => {
  const numbers = (colour) => {
    const all = colour.match(/[\\d.]+/g).map(Number);
    return all.length > 3 ? all : [...all, 1];
  };
  const over = ([r, g, b, a], back) => [r, g, b].map((value, i) => a * value + (1 - a) * back[i]);
  const linear = (share) => (share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  const light = (colour) => {
    const [r, g, b] = colour.map((value) => linear(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const colours = (element) => {
    let back = [255, 255, 255], opacity = 1;
    const around = [];
    for (let one = element; one; one = one.parentElement) around.unshift(getComputedStyle(one));
    for (const style of around) {
      const [r, g, b, a] = numbers(style.backgroundColor);
      opacity *= Number(style.opacity);
      back = over([r, g, b, a * opacity], back);
    }
    const own = around.at(-1), [r, g, b, a] = numbers(element instanceof SVGElement ? own.fill : own.color);
    return [over([r, g, b, a * opacity], back), back];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = new Map();
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim(), element = walker.currentNode.parentElement;
    if (!words || element.closest("script, style, noscript, option, .unseen, .skip, title")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const [one, other] = colours(element).map(light), contrast = Math.max(one, other) / Math.min(one, other);
    if (contrast >= least) continue;
    found.set(`${element.tagName} ${element.getAttribute("class")}`, `${contrast.toFixed(2)} ${words.slice(0, 40)}`);
  }
  return [...found].map((one) => one.join(": "));
}"""
"""Script that returns the visible words whose contrast is below a number, one for each kind of element.

Shapes of a drawing behind its words are not seen.
"""


def pale_words(page: Any) -> list[str]:
    """Return the words of a page that are too pale to be read."""
    found: list[str] = page.evaluate(CONTRAST, LEAST_CONTRAST)
    return found

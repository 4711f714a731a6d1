// Playing the replay: a step at a time, at the chosen speed.

function pause() {
  clearInterval(state.playing);
  state.playing = null;
  writePlace(STEPS[state.at]);
  showPlaying();
}

function start() {
  if (state.at >= STEPS.length - 1) goTo(0);
  state.playing = setInterval(() => {
    goTo(state.at + 1);
    if (state.at >= STEPS.length - 1) pause();
  }, 1000 / Number(find("speed").value));
  showPlaying();
}

function showPlaying() {
  const name = state.playing ? "Pause" : "Play";
  find("play").setAttribute("aria-label", name);
  find("play").title = name;
  find("play").textContent = state.playing ? "\u275a\u275a" : "\u25b6\ufe0e";
}

const toggle = () => (state.playing ? pause() : start());

function changeSpeed(by) {
  const speed = find("speed");
  speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + by));
  if (state.playing) { pause(); start(); }
}

function stepBy(by) {
  pause();
  goTo(state.at + by, { by: Math.sign(by) });
}

// The state of the page: the current step and the settings of the viewer.

const find = (id) => document.getElementById(id);

/** `answered` has the marked decisions that were answered while "ask me first" is on. */
const state = { at: 0, playing: null, scope: "mission", every: false, quiz: false, answered: new Set(), questions: false, selected: 0 };

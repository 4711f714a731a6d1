// The state of the page: the current step and the settings of the viewer.

const find = (id) => document.getElementById(id);

/**
 * `answered` has the marked decisions that were answered while "ask me first" is on, each with the viewer's action.
 * `opened` is the step that is shown as a question although it is skipped or part of a routine; null if there is none.
 */
const state = { at: 0, playing: null, scope: "mission", every: false, quiz: false, answered: new Map(), questions: false, opened: null, selected: 0 };

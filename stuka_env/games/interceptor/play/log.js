// The log sheet of the career. Nobody has to be seated in this game.

function showSeating() {}

const SEATING_KEYS = {};

/** The line for messages of the page of the seats, which this game does not have. */
const seatingHint = () => null;

/** Show the log sheet. */
function showRecord(missions) {
  logDialog.querySelector("h2").textContent = DATA.record;
  logDialog.querySelector(".log-list")?.remove();
  const list = missions.length ? logSection({ raw: { missions }, number: 0 }) : html("p", {}, "No raid is over yet.");
  list.classList.add("log-list");
  logDialog.append(list);
  logDialog.showModal();
}

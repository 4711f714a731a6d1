// The connection to the game: requests of this page with their replies, and the states that the game sends.

/** Milliseconds before a lost connection is tried again. */
const RETRY = 1000;
const connection = { socket: null, number: 0, replies: new Map(), version: 0 };

/** Send a request. The promise has the reply; a refusal is shown and gives null. */
function request(action, fields = {}) {
  if (!connection.socket || connection.socket.readyState !== WebSocket.OPEN) {
    showRefusal("The game is not connected.");
    return Promise.resolve(null);
  }
  const number = ++connection.number;
  connection.socket.send(JSON.stringify({ do: action, number, version: connection.version, ...fields }));
  return new Promise((resolve) => connection.replies.set(number, resolve));
}

function receive(message) {
  if (message.state) {
    connection.version = message.state.version;
    showState(message.state);
    return;
  }
  const resolve = connection.replies.get(message.reply);
  connection.replies.delete(message.reply);
  if (message.refusal) showRefusal(message.refusal);
  if (resolve) resolve(message.refusal ? null : message);
}

/** Connect, and connect again when the connection is lost. */
function connectGame() {
  const address = new URL("socket", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  const socket = new WebSocket(address);
  connection.socket = socket;
  socket.addEventListener("open", () => { byId("warning").hidden = true; });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    for (const resolve of connection.replies.values()) resolve(null);
    connection.replies.clear();
    byId("warning").replaceChildren("The game has ended or cannot be reached. The war is kept: start ", html("code", {}, "stuka play --web --load"), " with its file, and open the address that it prints.");
    byId("warning").hidden = false;
    setTimeout(connectGame, RETRY);
  });
}

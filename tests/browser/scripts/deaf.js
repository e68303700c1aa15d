// Runs before the page: once `isDeaf` is set, the views that the server sends are dropped, so that
// a view that a test has told the page is not overwritten by one still under way.
const listen = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (kind, heard) {
  const filtered = (event) => {
    if (!window.isDeaf || JSON.parse(event.data).kind !== "view") heard(event);
  };
  listen.call(this, kind, kind === "message" ? filtered : heard);
};

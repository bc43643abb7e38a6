// A form that is asked for while somebody types in it: an answer that does not know the last of it is not shown, for it
// would undo that. The one that knows is asked for by then.
let latest = null;
document.addEventListener("input", (event) => { latest = event; }, true);
document.addEventListener("htmx:before:swap", (event) => {
  const { sourceEvent } = event.detail.ctx;
  if (sourceEvent?.type === "input" && sourceEvent !== latest) event.preventDefault();
});

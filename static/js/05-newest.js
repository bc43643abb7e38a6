// Of two answers about a game the newer one stays: one that was overtaken on its way is not shown. An older one that was
// asked for after the newer one had come is no such thing: the server was given a backup, and is right.
const revisionOf = (text) => Number(/<main\b[^>]*\bdata-revision="(\d+)"/.exec(text)?.[1] ?? NaN);
let shown = 0; // how many answers were shown

document.addEventListener("htmx:before:request", (event) => {
  event.detail.ctx.shownBefore = shown;
});
document.addEventListener("htmx:before:swap", (event) => {
  const main = document.getElementById("main");
  const { text, target, shownBefore, swap } = event.detail.ctx;
  if (target !== main || swap === "none") return;
  const isOlder = revisionOf(text ?? "") < Number(main.dataset.revision);
  if (isOlder && shownBefore !== shown) event.preventDefault();
});
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx.swap !== "none") shown += 1;
});

// Of two answers about a game the newer one stays: one that was overtaken on its way is not shown.
const revisionOf = (text) => Number(/<main\b[^>]*\bdata-revision="(\d+)"/.exec(text)?.[1] ?? NaN);

document.addEventListener("htmx:before:swap", (event) => {
  const main = document.getElementById("main");
  const { text, target } = event.detail.ctx;
  if (target === main && revisionOf(text ?? "") < Number(main.dataset.revision)) event.preventDefault();
});

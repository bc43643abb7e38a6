// Printing by a button; the browser's own menu does the same. Without JavaScript the button stays hidden.
document.querySelectorAll("[data-print]").forEach((button) => { button.hidden = false; });
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-print]")) window.print();
});

// A page that comes back out of the browser's memory asks for what is true now.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("main[data-game]")) {
    htmx.ajax("GET", location.href, { target: "#main", swap: "outerMorph" });
  }
});

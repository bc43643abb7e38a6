// A page that comes back, out of the browser's memory or out of its store, asks for what is true now.
window.addEventListener("pageshow", (event) => {
  const isBack = event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  if (isBack && document.querySelector("main[data-game]")) {
    htmx.ajax("GET", location.href, { target: "#main", swap: "outerMorph" });
  }
});

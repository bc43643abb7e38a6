// A page whose address holds all that is entered on it: the address follows without a new entry for Back.
document.addEventListener("htmx:after:swap", () => {
  const { address } = document.getElementById("main")?.dataset ?? {};
  if (address) history.replaceState(history.state, "", address);
});

// What a player unfolded stays so when an answer draws the page anew around it; the next step of the game starts folded.
const stepOf = () => document.querySelector(".round, .choosing, .ending")?.id;
let step, unfolded = [];

document.addEventListener("htmx:before:swap", (event) => {
  step = stepOf();
  // What was tapped inside of it is done with it.
  unfolded = [...document.querySelectorAll("details[open][id]")].filter((one) => !one.contains(event.detail.ctx.sourceElement));
});
document.addEventListener("htmx:after:swap", () => {
  if (stepOf() === step) for (const one of unfolded) if (one.isConnected) one.open = true;
});

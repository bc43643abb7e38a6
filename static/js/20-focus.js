// Where the focus goes after a change: it stays if its element is still there, else the new question takes it.
document.addEventListener("htmx:after:swap", (event) => {
  // What others did comes by itself, and takes nobody's place away.
  if (event.detail.ctx.isPoll) return;
  const problem = document.querySelector(".problems[data-focus]");
  if (problem) problem.focus();
  // What is missing stands at its field, which may be far from the button.
  else if (event.detail.ctx.response?.status === 422) document.querySelector(".error")?.scrollIntoView({ block: "center" });
  else if (document.activeElement === document.body || !document.activeElement?.isConnected) {
    document.querySelector("[data-focus]")?.focus({ preventScroll: true });
  }
});

// A new step of the game starts at its top; small entries leave the page where it is.
let step = document.querySelector(".round, .choosing, .ending")?.id;
document.addEventListener("htmx:after:swap", (event) => {
  const now = document.querySelector(".round, .choosing, .ending")?.id;
  if (now !== step && !event.detail.ctx.isPoll) window.scrollTo({ top: 0 });
  step = now;
});

// Following live: the page asks every so often whether there is anything new. It stops while nobody looks, and asks
// less often while nobody answers.
const EVERY = 1500;
const LONGEST = 24000;
let timer;
let wait = EVERY;

const ask = () => {
  const poller = document.querySelector("[data-poll]");
  if (poller && !document.hidden) htmx.trigger(poller, "poll");
};
const plan = () => {
  clearTimeout(timer);
  timer = setTimeout(ask, wait);
};
const askNow = () => {
  wait = EVERY;
  ask();
};

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  ctx.isPoll = ctx.sourceElement.matches("[data-poll]");
});
document.addEventListener("htmx:finally:request", (event) => {
  const { isPoll, response } = event.detail.ctx;
  if (!isPoll) return;
  const isAway = !response || response.status >= 500 || response.status === 429;
  wait = isAway ? Math.min(2 * wait, LONGEST) : EVERY;
  document.getElementById("away").hidden = !isAway;
  plan();
});
// A page that was made anew may be one that asks, and the one before was not.
document.addEventListener("htmx:after:swap", plan);
document.addEventListener("visibilitychange", askNow);
window.addEventListener("online", askNow);
plan();

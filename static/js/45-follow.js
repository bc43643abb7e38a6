// Following live: the page asks every so often whether there is anything new. It stops while nobody looks, asks less
// often while nobody answers, and ever less often once the game is over, when only an undo or a correction may come.
const EVERY = 1500;
const LONGEST_AWAY = 6000;
const OVER = 4 * EVERY;
const LONGEST_OVER = 10 * 60 * 1000;
const away = document.getElementById("away");
let timer;
let wait = 0;

const poller = () => document.querySelector("[data-poll]");
const isOver = () => poller()?.dataset.poll === "over";
const ask = () => {
  if (poller() && !document.hidden) htmx.trigger(poller(), "poll");
};
const plan = () => {
  clearTimeout(timer);
  if (wait < LONGEST_OVER) timer = setTimeout(ask, wait);
};
const askNow = () => {
  wait = EVERY;
  ask();
};
const tell = (isAway) => {
  away.hidden = !isAway;
  // A text that was there before it is shown is not read out.
  away.textContent = isAway ? away.dataset.text : "";
};

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  ctx.isPoll = ctx.sourceElement.matches("[data-poll]");
  if (ctx.isPoll) ctx.request.timeout = LONGEST_AWAY;
});
document.addEventListener("htmx:finally:request", (event) => {
  const { isPoll, response, hasArrived } = event.detail.ctx;
  if (!isPoll) {
    // Whatever is answered tells that the server is there again.
    if (hasArrived && !away.hidden) {
      tell(false);
      askNow();
    }
    return;
  }
  if (!hasArrived) wait = Math.min(2 * wait, LONGEST_AWAY);
  else if (isOver()) wait = response.status === 304 ? 2 * wait : OVER;
  else wait = EVERY;
  tell(!hasArrived);
  plan();
});
// A page that was made anew may be one that asks, and the one before was not.
const begin = () => {
  wait = isOver() ? OVER : EVERY;
  plan();
};
document.addEventListener("htmx:after:swap", begin);
document.addEventListener("visibilitychange", askNow);
window.addEventListener("online", askNow);
begin();

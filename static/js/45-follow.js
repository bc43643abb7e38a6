// Following live: the page asks every so often whether there is anything new. It stops while nobody looks, and asks less
// often while nobody answers, or when the game is over: then only an undo or a correction may come, but one may.
const EVERY = 1500;
const LONGEST_AWAY = 6000;
const OVER = 4 * EVERY;
const LONGEST_OVER = 30 * 1000;
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
  timer = setTimeout(ask, wait);
};
const askNow = () => {
  wait = EVERY;
  ask();
};
const tell = (isAway) => notices.show(away, isAway ? away.dataset.text : "");

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  ctx.isPoll = ctx.sourceElement.matches("[data-poll]");
  if (!ctx.isPoll) return;
  ctx.request.timeout = LONGEST_AWAY;
  // "Nothing new" is about what is shown: to the browser's store it would say that the page it keeps is still good.
  ctx.request.cache = "no-store";
  // The tag of what is shown: that of the last answer may be of one that was not.
  ctx.request.headers["HX-PTag"] = ctx.sourceElement.getAttribute("hx-ptag");
});
document.addEventListener("htmx:finally:request", (event) => {
  const { isPoll, response, hasArrived } = event.detail.ctx;
  if (!isPoll) {
    // Whatever is answered tells that the server is there again.
    if (hasArrived && notices.isShown(away)) {
      tell(false);
      askNow();
    }
    return;
  }
  if (!hasArrived) wait = Math.min(2 * wait, LONGEST_AWAY);
  else if (isOver()) wait = response.status === 304 ? Math.min(2 * wait, LONGEST_OVER) : OVER;
  else wait = EVERY;
  tell(!hasArrived);
  plan();
});
// A page that was made anew may be one that asks, and the one before was not.
const begin = () => {
  wait = isOver() ? OVER : EVERY;
  plan();
};
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx.swap !== "none") begin();
});
document.addEventListener("visibilitychange", askNow);
window.addEventListener("online", askNow);
begin();

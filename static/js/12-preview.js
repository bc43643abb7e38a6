// A form that is only looked at until it is saved: every change sends the whole of it, and the last answer is shown.
const { RETRY_AFTER } = entering;
const previewed = () => document.querySelector("form[data-preview]");
let latest = null;
let timer;
const lookAgain = () => {
  clearTimeout(timer);
  timer = setTimeout(() => previewed()?.dispatchEvent(new Event("change")), RETRY_AFTER);
};

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const { name, value } = ctx.sourceElement;
  const form = ctx.sourceElement.closest("form[data-preview]");
  if (!form) return;
  clearTimeout(timer);
  // Saving shows what it did, and whatever was only looked at before it is of no use any more.
  if (ctx.isSent) latest = null;
  if (ctx.isSent) return;
  if (form.matches("[aria-busy]")) return event.preventDefault();
  ctx.isPreview = true;
  latest = ctx;
  // A shortcut goes along with whatever is tapped or saved next, until an answer shows what it did.
  if (name === "do") form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
});
// By then another tap may be on its way, whose answer knows of both.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.isPreview && ctx !== latest) event.preventDefault();
});
document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.isPreview && ctx === latest && ctx.swap !== "none") entering.asAnswered(previewed());
});
// What the screen shows is asked for again until an answer comes.
document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail;
  const isLast = ctx.isPreview ? ctx === latest : ctx.isSent;
  if (isLast && !ctx.hasArrived) lookAgain();
});

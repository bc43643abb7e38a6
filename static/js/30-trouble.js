// When the server can't be reached or is busy, say so plainly; what was entered stays on the screen.
const trouble = document.getElementById("trouble");
document.addEventListener("htmx:error", (event) => {
  const { ctx } = event.detail;
  if (ctx?.request && !ctx.isPoll) notices.show(trouble, trouble.dataset.offline);
});
document.addEventListener("htmx:response:error", (event) => {
  const { ctx } = event.detail;
  if (ctx.response.status >= 500 && !ctx.isPoll) notices.show(trouble, trouble.dataset.busy);
});
document.addEventListener("htmx:after:swap", (event) => {
  // A busy server's answer ends here too, without anything being swapped.
  if (event.detail.ctx.swap !== "none" && !event.detail.ctx.isPoll) notices.show(trouble, "");
});

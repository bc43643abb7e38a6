// A form that leads to another page goes to the server by the script, so that a lost network ends on no error page of the
// browser and takes nothing along: static/js/15-saving.js sends it again. What is done leads on (`HX-Redirect`);
// what is refused is shown in place. Where something was typed (`data-sent="typed"`), that outlives a reload too.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("form[data-sent]") || event.defaultPrevented || submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  const isSaving = form.dataset.sent === "typed";
  htmx.ajax("POST", form.getAttribute("action"), { source: form, target: "#main", swap: "outerMorph", event, isSent: true, isSaving });
});
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!ctx.isSent) return;
  // The server is to answer as it answers a form, with whole pages.
  delete ctx.request.headers["HX-Request"];
  ctx.request.headers["HX-Boosted"] = "true";
  ctx.select = "#main";
  if (ctx.sourceElement.matches("form")) ctx.sourceElement.setAttribute("aria-busy", "true");
});
document.addEventListener("htmx:finally:request", (event) => {
  const { isSent, sourceElement } = event.detail.ctx;
  if (isSent) sourceElement.removeAttribute("aria-busy");
});

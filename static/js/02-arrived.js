// Whether a request arrived: a server that is gone, broken, busy or asked too often has not taken what was sent.
document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail;
  ctx.hasArrived = Boolean(ctx.response) && ctx.response.status < 500 && ctx.response.status !== 429;
});

// Saving waits until every tap before it has arrived, then sends what the form has become by them; a second tap
// meanwhile is the same saving. Whatever met no server is sent again until it does: its key makes that one change.
const FIRST_WAIT = 3000;
const LONGEST_WAIT = 24000;
const NOT_TYPED = ["csrf_token", "key", "shown", "revision"];
const WHICH = ["round", "number", "version"];
// What did not arrive, in the order of the presses: `form` is its action, `extra` name and value of the button, `kept`
// where what was typed is kept.
let pending = []; // { name, action, form, body, extra, kept, isSaving, isSent, isChanged }
let sending = null;
let wait = FIRST_WAIT;
let timer;

const nameOf = (action, body) => [action, body.get("do")].join();
const typed = (body) => {
  const left = new URLSearchParams(body);
  for (const name of NOT_TYPED) left.delete(name);
  return left.toString();
};
const bodyOf = (form, extra) => {
  const body = new URLSearchParams(new FormData(form));
  if (extra) body.append(...extra);
  return body;
};
// The form that was sent, if it still asks the same: nothing else is sent again on behalf of a step that is over.
const formOf = ({ form, body }) => {
  const sent = new URLSearchParams(body);
  const isSame = (one) => WHICH.every((name) => (one.elements[name]?.value ?? null) === sent.get(name));
  return [...document.forms].find((one) => one.getAttribute("action") === form && isSame(one));
};

// A saving outlives a reload of its page: it is noted for as long as it is on its way.
const PLACE = "unsaved";
// And so does what met somebody else's change: the comparison stands on the screen only, until one way on is taken.
const MET = `met ${location.pathname}`;

const plan = (milliseconds) => {
  clearTimeout(timer);
  document.documentElement.toggleAttribute("data-unsaved", pending.length > 0);
  if (pending.length) timer = setTimeout(sendAgain, milliseconds);
};
const sendAgain = () => {
  if (sending) return;
  pending = pending.filter((one) => one.isSaving || formOf(one));
  const [first] = pending;
  if (!first) return plan();
  const form = formOf(first);
  if (first.isChanged && form) {
    const body = bodyOf(form, first.extra);
    body.set("key", new URLSearchParams(first.body).get("key"));
    Object.assign(first, { body: body.toString(), isChanged: false });
  }
  const isHere = first.isSent && form?.matches("[data-sent]");
  const source = isHere ? form : form?.querySelector("[data-save]") ?? document.getElementById("main");
  const { isSent, isSaving } = first;
  htmx.ajax("POST", first.action, { source, target: "#main", swap: "outerMorph", again: first, isSent, isSaving });
};

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  ctx.isSaving ??= ctx.sourceElement.matches("form[data-entry] button[data-save]");
  if (!ctx.again && !ctx.isSaving && !ctx.isSent) return;
  if (sending) event.preventDefault();
  else sending = ctx;
  if (ctx.again) ctx.request.body = new URLSearchParams(ctx.again.body);
});
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (ctx !== sending) return;
  const { request } = ctx;
  const { action, form, submitter } = request;
  if (!ctx.again && form?.isConnected) {
    ctx.extra = ctx.isSent && submitter?.name ? [submitter.name, submitter.value] : null;
    request.body = bodyOf(form, ctx.extra);
    const before = pending.find((one) => one.action === action);
    if (before && typed(before.body) === typed(request.body)) request.body = new URLSearchParams(before.body);
    // Who takes another way on has thought better of the first.
    if (ctx.isSent) pending = pending.filter((one) => !one.isSent || one === before);
  }
  const { isSent, extra, kept } = ctx.again ?? ctx;
  if (ctx.isSaving) inTab.write(PLACE, { action, body: request.body.toString(), isSent, extra, kept, where: location.pathname });
});
document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail;
  const { request, response, again, hasArrived } = ctx;
  if (ctx === sending) sending = null;
  const hasKey = request.method === "POST" && !ctx.changedField && !ctx.isPreview && request.body?.has?.("key");
  if (hasKey) {
    const { action, body, form } = request;
    const { isSaving, isSent, extra, kept } = ctx;
    const from = form?.getAttribute("action");
    const one = again ?? { name: nameOf(action, body), action, form: from, body: body.toString(), isSaving, isSent, extra, kept };
    const place = pending.findIndex((other) => other.name === one.name);
    if (place >= 0) pending.splice(place, 1, ...(hasArrived ? [] : [one]));
    else if (!hasArrived) pending.push(one);
    if (hasArrived && ctx.isSaving) inTab.write(PLACE, null);
    // Only the form of a round says what it showed: that is the one with something typed in it.
    const hasMet = response?.status === 409 && body.has("shown");
    if (hasArrived) inTab.write(MET, hasMet ? { action, body: new URLSearchParams(body).toString() } : null);
  }
  if (hasArrived) wait = FIRST_WAIT;
  else if (!hasKey) return;
  plan(hasArrived ? 0 : wait);
  if (!hasArrived) wait = Math.min(2 * wait, LONGEST_WAIT);
});
// What is changed after the press is meant to be saved too.
for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.form;
    if (form?.matches("[data-entry], [data-sent]")) for (const one of pending) one.isChanged ||= one.isSaving && formOf(one) === form;
  });
}
window.addEventListener("online", () => plan(0));

// Who leaves it as it is takes back what he pressed.
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("a[data-forget]")) return;
  pending = pending.filter((one) => !one.isSent);
  for (const place of [PLACE, MET]) inTab.write(place, null);
  plan(wait);
});

// After a reload: what was not answered is sent as it was, and the server knows whether it has it. What met somebody
// else's change meets it again.
const left = inTab.read(PLACE);
const met = inTab.read(MET);
const game = document.querySelector("main[data-game]")?.dataset.game;
const resend = (one, form) => {
  pending.push({ ...one, name: nameOf(one.action, new URLSearchParams(one.body)), form, isSaving: true });
  plan(0);
};
const isHere = left && (left.where === location.pathname || (game && left.action.split("/").includes(game)));
if (isHere) resend(left, left.action);
else if (met && !document.querySelector("#main .differences")) resend(met, null);

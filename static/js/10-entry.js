// Entering a round: every tap is sent by itself, and what the server answers is shown without undoing taps that are
// still on their way.
const page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const waiting = new Map();
const unsent = new Map(); // field → the round it belongs to: the next one has fields of the same names
const { RETRY_AFTER } = entering;
let sequence = 0;

// Only the field that changed travels, so that two phones that enter different players never collide.
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const changed = ctx.sourceEvent?.target;
  if (!ctx.sourceElement.matches("form[data-entry]") || !changed?.name) return;
  const form = ctx.sourceElement;
  const body = new FormData();
  for (const name of ["csrf_token", "key", "round"]) body.set(name, form.elements[name].value);
  if (changed.checked) body.set(changed.name, changed.value);
  body.set("only", changed.name);
  body.set("page", page);
  body.set("sequence", ++sequence);
  ctx.request.body = body;
  ctx.changedField = changed.name;
  ctx.round = form.elements.round.value;
  waiting.set(changed.name, (waiting.get(changed.name) ?? 0) + 1);
});

// A tap for a round that is not there any more is shown with all that stands on the screen beside what is there now:
// then the whole form goes, and what was tapped after it goes with it.
let met = null;
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement: form, changedField, response } = event.detail.ctx;
  if (!changedField || response.status !== 409) return;
  event.preventDefault();
  if (met === form) return;
  met = form;
  htmx.ajax("POST", form.getAttribute("hx-post"), { source: form });
});
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!ctx.changedField || ctx.sourceElement !== met) return;
  event.preventDefault();
  ctx.isDropped = true;
});

// What did not reach the server is sent again until it does, as it then stands on the screen.
document.addEventListener("htmx:finally:request", (event) => {
  const { changedField: name, round, hasArrived, isDropped } = event.detail.ctx;
  if (!name) return;
  const left = waiting.get(name) - 1;
  if (left) waiting.set(name, left);
  else waiting.delete(name);
  if (hasArrived) unsent.delete(name);
  else if (!left && !isDropped) {
    unsent.set(name, round);
    setTimeout(sendAgain, RETRY_AFTER, name);
  }
  note();
});

const isUnsent = (input) => unsent.has(input.name) && unsent.get(input.name) === input.form.elements.round.value;

const sendAgain = (name) => {
  // A saving that did not arrive holds all that was tapped before it: it goes first.
  if ("unsaved" in document.documentElement.dataset) return setTimeout(sendAgain, RETRY_AFTER, name);
  const inputs = [...document.querySelectorAll("form[data-entry] input")].filter(
    (input) => input.name === name && isUnsent(input),
  );
  unsent.delete(name);
  if (waiting.has(name)) return;
  const input = inputs.find((one) => one.checked) ?? inputs[0];
  input?.dispatchEvent(new Event("change", { bubbles: true }));
};

document.addEventListener("htmx:after:swap", (event) => {
  const { changedField: name, swap } = event.detail.ctx;
  // A refusal by a busy server is no answer: nothing was swapped, and what is on the screen stays.
  if (swap === "none") return;
  const onItsWay = (input) => (waiting.get(input.name) ?? 0) - (input.name === name ? 1 : 0);
  entering.asAnswered(document.querySelector("form[data-entry]"), (input) => onItsWay(input) > 0 || isUnsent(input));
});

// Taps that did not arrive outlive a reload. What the server holds comes first: where somebody else changed a field
// meanwhile, it stays as he left it.
const PLACE = "unsent";
const inputsOf = (name) => [...document.querySelectorAll("form[data-entry] input")].filter((one) => one.name === name);
const valueOf = (name, property) => inputsOf(name).find((one) => one[property])?.value ?? null;
function note() {
  const taps = [...unsent].map(([name, round]) => ({
    name, round, now: valueOf(name, "checked"), before: valueOf(name, "defaultChecked"),
  }));
  inTab.write(PLACE, { path: location.pathname, taps });
}
const { path, taps = [] } = inTab.read(PLACE) ?? {};
for (const { name, round, now, before } of path === location.pathname ? taps : []) {
  const isSame = document.querySelector("form[data-entry]")?.elements.round.value === round;
  if (!isSame || valueOf(name, "defaultChecked") !== before || now === before) continue;
  for (const input of inputsOf(name)) input.checked = input.value === now;
  unsent.set(name, round);
  setTimeout(sendAgain, 0, name);
}

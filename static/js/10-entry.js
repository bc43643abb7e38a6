// Entering a round: every tap is sent by itself, a tap on the chosen number clears it, and what the
// server answers is shown without undoing taps that are still on their way.
const page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const waiting = new Map();
const unsent = new Map(); // field → the round it belongs to: the next one has fields of the same names
const RETRY_AFTER = 3000;
let sequence = 0;

const entryOf = (element) => element.closest?.("form[data-entry]");

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

// What did not reach the server is sent again until it does, as it then stands on the screen.
document.addEventListener("htmx:finally:request", (event) => {
  const { changedField: name, round, response } = event.detail.ctx;
  if (!name) return;
  const left = waiting.get(name) - 1;
  if (left) waiting.set(name, left);
  else waiting.delete(name);
  if (response && response.status < 500) unsent.delete(name);
  else if (!left) {
    unsent.set(name, round);
    setTimeout(sendAgain, RETRY_AFTER, name);
  }
});

const isUnsent = (input) => unsent.has(input.name) && unsent.get(input.name) === input.form.elements.round.value;

const sendAgain = (name) => {
  const inputs = [...document.querySelectorAll("form[data-entry] input")].filter(
    (input) => input.name === name && isUnsent(input),
  );
  unsent.delete(name);
  if (waiting.has(name)) return;
  const input = inputs.find((one) => one.checked) ?? inputs[0];
  input?.dispatchEvent(new Event("change", { bubbles: true }));
};

// A morph changes attributes, but what is ticked on the screen stays: bring the two together.
document.addEventListener("htmx:after:swap", (event) => {
  const { changedField: name, swap } = event.detail.ctx;
  // A refusal by a busy server is no answer: nothing was swapped, and what is on the screen stays.
  if (swap === "none") return;
  for (const input of document.querySelectorAll("form[data-entry] input:is([type=radio], [type=checkbox])")) {
    const onItsWay = (waiting.get(input.name) ?? 0) - (input.name === name ? 1 : 0);
    if (onItsWay <= 0 && !isUnsent(input)) input.checked = input.defaultChecked;
  }
});

const clear = (input) => {
  input.checked = false;
  input.dispatchEvent(new Event("change", { bubbles: true }));
};

// A radio button that is tapped while it is chosen lets go. Its state before the tap is noted first.
let wasChecked = null;
document.addEventListener("pointerdown", (event) => {
  const input = event.target.closest?.("form[data-entry] label")?.querySelector("input[type=radio]");
  wasChecked = input?.checked ? input : null;
});
document.addEventListener("click", (event) => {
  if (event.target === wasChecked) clear(wasChecked);
  wasChecked = null;
});
document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!(input.type === "radio" && entryOf(input) && input.checked)) return;
  if (["Backspace", "Delete", " "].includes(event.key)) {
    event.preventDefault();
    clear(input);
  }
});

// What the page says at its lower edge takes a place of its own, and what is tapped there moves up for it: never while
// somebody taps.
const STILL = 400;
let height = 0;
const size = (box) => {
  // Whoever sets it, even to what it was, has the whole page styled anew.
  if (box.offsetHeight !== height) document.documentElement.style.setProperty("--notices", `${box.offsetHeight}px`);
  height = box.offsetHeight;
};
const box = document.querySelector(".notices");
if (box) new ResizeObserver(() => size(box)).observe(box);

const wanted = new Map(); // element → what it is to say, "" for nothing
let isDown = false;
let last = -STILL;
let timer;

const apply = () => {
  clearTimeout(timer);
  const left = isDown ? STILL : last + STILL - performance.now();
  if (wanted.size && left > 0) timer = setTimeout(apply, left);
  if (left > 0) return;
  for (const [element, text] of wanted) {
    element.hidden = !text;
    // A text that was there before it is shown is not read out.
    element.textContent = text;
  }
  wanted.clear();
};
const tapped = (event) => {
  isDown = event.type === "pointerdown";
  last = performance.now();
};
for (const kind of ["pointerdown", "pointerup", "pointercancel"]) document.addEventListener(kind, tapped, true);

window.notices = {
  show(element, text) {
    wanted.set(element, text);
    apply();
  },
  isShown: (element) => Boolean(wanted.get(element) ?? element.textContent),
};

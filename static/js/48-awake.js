// A screen that lies on the table for all to see stays on, where the browser can do that; it lets go when nobody looks.
let lock = null;
const isWanted = () => !document.hidden && document.querySelector("[data-awake]") !== null;
const stayAwake = async () => {
  if (!navigator.wakeLock) return;
  if (!isWanted()) return lock?.release();
  if (lock && !lock.released) return;
  // A phone that saves its battery says no.
  lock = await navigator.wakeLock.request("screen").catch(() => null);
};
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("htmx:after:swap", stayAwake);
stayAwake();

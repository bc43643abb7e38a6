// What a tab remembers over a reload. A browser that keeps nothing makes no difference: then the page does, as long as
// it is open.
window.inTab = {
  read(place) {
    try {
      return JSON.parse(sessionStorage.getItem(place));
    } catch {
      return null;
    }
  },
  write(place, value) {
    try {
      if (value) sessionStorage.setItem(place, JSON.stringify(value));
      else sessionStorage.removeItem(place);
    } catch {}
  },
};

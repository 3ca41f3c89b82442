// Counts the round's clock down by the server's time, whatever this device believes what time it is, and however long it slept.
"use strict";
window.floor ??= {};
(() => {
  const ahead = Number(document.documentElement.dataset.now) - Date.now() + performance.now();
  const now = () => Date.now() + ahead;

  function show() {
    for (const digits of document.querySelectorAll("[data-ends]")) {
      const seconds = Math.floor((Number(digits.dataset.ends) - now()) / 1_000);
      const whole = Math.abs(seconds);
      const words = `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
      if (digits.textContent !== words) digits.textContent = words;
      digits.classList.toggle("over", seconds < 0);
      const after = digits.parentElement.querySelector("[data-over]");
      if (after) after.hidden = seconds >= 0;
      digits.classList.toggle("soon", seconds >= 0 && seconds < 300);
    }
  }

  window.floor.now = now;
  show();
  setInterval(show, 250);
  document.addEventListener("floor:changed", show);
  document.addEventListener("floor:exchanged", show);
})();

// Chooses the winner of a result as soon as the numbers tell: in a box with `data-wins`, the only player with so many. Whom a
// finger has chosen stays chosen.
"use strict";
(() => {
  const byHand = new WeakSet();
  const chosen = new WeakMap();

  function look(box) {
    const reached = [...box.querySelectorAll(".seat-line")].filter((line) => Number(line.querySelector("[type=number]").value) >= Number(box.dataset.wins));
    const before = chosen.get(box);
    if (before) before.checked = false;
    chosen.delete(box);
    if (reached.length !== 1) return;
    const winner = reached[0].querySelector("[type=radio]");
    winner.checked = true;
    chosen.set(box, winner);
  }

  // Before a draft of the form is kept.
  document.addEventListener("input", ({ target: field }) => {
    const box = field.closest("[data-wins]");
    if (box && field.type === "radio") byHand.add(box);
    else if (box && !byHand.has(box)) look(box);
  }, true);
})();

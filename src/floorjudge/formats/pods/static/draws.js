// Checks what a reader can see of a round of pods in a proof, see draws.js and docs/draws.md. It does not look for better pods.
"use strict";
window.floor ??= {};
floor.pairings ??= {};
floor.pairings["mstr-pods"] = {
  // The cut follows from the standings.
  isRound: (event) => event.stage === "round",
  // The players of a pod of whom the log says that they have met another one of it before.
  meetAgain: (table) => table.why.meet_again ?? [],
  isLegal(event, earlier, orderOf, { pod, remainder }) {
    const sizes = event.tables.map((table) => table.players.length);
    const byes = event.sitting_out.length;
    const smallest = remainder === "threes" ? Math.min(pod, 3) : pod;
    return sizes.every((size) => size === pod || size === smallest) && byes < pod;
  },
};

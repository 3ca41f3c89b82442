// Checks what a reader can see of a Swiss round in a proof, see draws.js and docs/draws.md. It does not look for a better pairing.
"use strict";
window.floor ??= {};
floor.pairings ??= {};
floor.pairings["mtr-swiss"] = {
  // The playoff follows from the standings and its bracket.
  isRound: (event) => event.stage === "round",
  // The players of a table of whom the log says that they have met before.
  meetAgain: (table) => (table.why.rematch ? table.players : []),
  isLegal(event, earlier, orderOf) {
    const there = event.tables.flatMap((table) => table.players).length + event.sitting_out.length;
    const byes = earlier.flatMap((round) => round.sitting_out);
    const first = orderOf(`round ${event.round}/first`);
    return event.tables.every((table) => table.players.length === 2)
      && event.sitting_out.length === there % 2
      && (event.bye_again || !event.sitting_out.some((name) => byes.includes(name)))
      // Of two, the one who comes first in a draw of all players has the first seat.
      && event.tables.every(({ players: [one, other] }) => first.indexOf(one) < first.indexOf(other));
  },
};

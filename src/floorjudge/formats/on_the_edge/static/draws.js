// Computes the groups of On the Edge again from a proof, see draws.js and docs/draws.md.
"use strict";
window.floor ??= {};
floor.groupings ??= {};
(() => {
  const names = new Set(["player", "players", "winner", "absent", "again", "readmitted", "sitting_out", "qualified", "influence"]);

  // What an event has come to: who is here, who has lost, points, games.
  function standing(events) {
    const now = { players: new Set(), left: new Set(), lost: new Set(), late: new Set(), games: [] };
    let playing = [];
    const end = (game, winner, influence) => Object.assign(game, { winner, influence });
    const losers = (game) => (game.winner ? game.players.filter((name) => name !== game.winner) : []);
    for (const event of events) {
      const at = (game) => game.table === event.table;
      if (event.event === "PlayerRegistered") {
        now.players.add(event.player);
        now.left.delete(event.player);
      } else if (event.event === "LatecomerAdmitted") {
        now.players.add(event.player);
        now.lost.add(event.player);
      } else if (event.event === "PlayerLeft") {
        now.left.add(event.player);
        if (event.winner) end(playing.find(at), event.winner, {});
      } else if (event.event === "PlayerReturned") {
        now.left.delete(event.player);
        const game = playing.find((each) => each.players.includes(event.player));
        // Where a game of theirs was played, its result says whether they have lost, also when it is corrected. Older logs name
        // no set: in them everybody came back as one who has lost whose game was not open any more.
        const lost = event.set ? event.set === "inactive" && !game : !game || game.winner;
        // A readmission game that is played again gives nobody's seat away.
        if (lost && !now.lost.has(event.player) && playing[0]?.stage === "readmission") now.late.add(event.player);
        if (lost) now.lost.add(event.player);
      } else if (event.event === "RoundGrouped") {
        // Who is away now has missed a grouping.
        [...playing.flatMap(losers), ...now.left].forEach((name) => now.lost.add(name));
        now.late.clear();
        playing = event.tables.map((table) => ({ ...table, stage: event.stage, round: event.round, readmitted: event.readmitted ?? [] }));
        now.games.push(...playing);
      } else if (event.event === "SeatsMoved") {
        // Whole tables have changed places.
        const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
        const moved = event.tables.map(({ table, players }) => [playing.find((game) => same(game.players, players)), table]);
        moved.forEach(([game, table]) => { game.table = table; });
      } else if (event.event === "ResultReported") end(playing.find(at), event.winner, event.influence);
      else if (event.event === "ResultAmended") {
        const game = now.games.find((each) => at(each) && each.round === event.round && each.stage !== "readmission");
        end(game, event.winner, event.influence);
      } else if (event.event === "ResultUnreported") {
        // Open as before: with one player left, won by them without influence.
        const game = playing.find(at);
        if (game.stage === "readmission") now.late.forEach((name) => now.lost.delete(name));
        else if (game.set !== "inactive") game.players.filter((name) => !game.readmitted.includes(name)).forEach((name) => now.lost.delete(name));
        end(game, event.winner ?? undefined, event.winner ? {} : undefined);
      }
    }
    playing.flatMap(losers).forEach((name) => now.lost.add(name));
    return now;
  }

  function victoryPoints(game, name) {
    if (!game.winner || !game.players.includes(name)) return 0;
    const half = game.set === "inactive" || game.readmitted.includes(name) ? 2 : 1;
    if (name === game.winner) return 8 / half;
    const others = game.players.filter((each) => each !== game.winner);
    const most = Math.max(...others.map((each) => game.influence[each] ?? 0));
    if (others.length < 2 || (game.influence[name] ?? 0) !== most) return 0;
    return (others.filter((each) => (game.influence[each] ?? 0) === most).length > 1 ? 2 : 4) / half;
  }

  function sizes(players) {
    if (players < 2) return [];
    if (players === 2) return [2];
    if (players === 5) return [2, 3];
    return [...Array(players % 3).fill(4), ...Array(Math.floor(players / 3) - (players % 3)).fill(3)];
  }

  function filled(names) {
    const rest = [...names];
    return sizes(names.length).map((size) => rest.splice(0, size));
  }

  // The groups that a grouping must have, in the order of their tables.
  function groups(event, before, draw) {
    const now = standing(before);
    const total = (of) => new Map([...now.players].map((name) => [name, now.games.reduce((sum, game) => sum + of(game, name), 0)]));
    const here = [...now.players].filter((name) => !now.left.has(name));
    const active = here.filter((name) => !now.lost.has(name));
    const inactive = here.filter((name) => now.lost.has(name));
    if (event.stage === "readmission") return [inactive.filter((name) => event.tables[0].players.includes(name))];
    const drawn = (purpose) => floor.draws.tickets(draw, `round ${event.round}/${purpose}`);

    function ranked(names) {
      const points = total(victoryPoints);
      const influence = total((game, name) => game.influence?.[name] ?? 0);
      const better = (one, other) => points.get(other) - points.get(one) || influence.get(other) - influence.get(one);
      return filled(floor.draws.byTicket(names, drawn("inactive/ties")).sort(better));
    }

    if (event.stage === "final") {
      const back = inactive.filter((name) => event.readmitted.includes(name));
      return [[...active, ...back], ...ranked(inactive.filter((name) => !back.includes(name)))];
    }
    const seats = sizes(active.length).filter((size) => size !== 3).reduce((sum, size) => sum + size, 0);
    const odd = (game, name) => Number(game.stage !== "readmission" && game.players.length !== 3 && game.players.includes(name));
    const sat = total(odd);
    const first = floor.draws.byTicket(active, drawn("active/off-numbered")).sort((one, other) => Math.min(1, sat.get(one)) - Math.min(1, sat.get(other)));
    const chosen = new Set(first.slice(0, seats));
    const order = floor.draws.byTicket(active, drawn("active/seats"));
    return [...filled([...order.filter((name) => chosen.has(name)), ...order.filter((name) => !chosen.has(name))]), ...ranked(inactive)];
  }

  floor.groupings["ote-1.2"] = { names, groups };
})();

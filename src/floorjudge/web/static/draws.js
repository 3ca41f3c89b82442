// Computes every draw of a finished event again from its seed, as docs/draws.md says. Only the proof comes from the server;
// it is there when the page is, or in a file, so that this works without a line, too. The groups of a format are computed by a script
// of its own: `floor.groupings[id]` has `names`, the fields of its events that hold names, and `groups(event, events before it, draw)`. Where
// that would be too long to read, `floor.pairings[id]` has what a pairing must keep to: `isRound`, `meetAgain`, `isLegal`.
"use strict";
window.floor ??= {};
floor.groupings ??= {};
floor.pairings ??= {};
(() => {
  // SHA-256 (FIPS 180-4). Browsers shut their own on plain http, which is what a hall has.
  const PRIMES = [];
  for (let number = 2; PRIMES.length < 64; number++) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
  const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
  const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const STEPS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
  const turned = (word, by) => (word >>> by) | (word << (32 - by));

  function sha256(bytes) {
    const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const words = new DataView(padded.buffer);
    words.setUint32(padded.length - 4, bytes.length * 8);
    const hash = Int32Array.from(START);
    const mixed = new Int32Array(64);
    for (let block = 0; block < padded.length; block += 64) {
      for (let i = 0; i < 16; i++) mixed[i] = words.getInt32(block + 4 * i);
      for (let i = 16; i < 64; i++) {
        const [two, fifteen] = [mixed[i - 2], mixed[i - 15]];
        mixed[i] = mixed[i - 16] + mixed[i - 7]
          + (turned(two, 17) ^ turned(two, 19) ^ (two >>> 10)) + (turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3));
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + STEPS[i] + mixed[i];
        const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] += word; });
    }
    const result = new DataView(new ArrayBuffer(32));
    hash.forEach((word, i) => result.setInt32(4 * i, word));
    return new Uint8Array(result.buffer);
  }

  const utf8 = (words) => new TextEncoder().encode(words);
  const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const inOrder = (one, other) => one.map((byte, i) => byte - other[i]).find((difference) => difference) ?? 0;

  function hmac(secret, message) {
    const key = new Uint8Array(64);
    key.set(secret.length > 64 ? sha256(secret) : secret);
    return sha256(joined(key.map((byte) => byte ^ 0x5c), sha256(joined(key.map((byte) => byte ^ 0x36), message))));
  }

  // What gives names their tickets in the draw with a label.
  function tickets(draw, label) {
    const message = `floorjudge draw 1\n${hex(sha256(utf8(draw.words)))}\n${draw.roster}\n${label}`;
    const key = hmac(utf8(draw.seed), utf8(message));
    return (name) => Array.from(sha256(joined(key, utf8(name))));
  }

  const byTicket = (names, ticket) =>
    names.map((name) => [ticket(name), name]).sort(([one], [other]) => inOrder(one, other)).map(([, name]) => name);

  // Code points in order are UTF-8 bytes in order; a line end is lower than every letter, so shorter names come first.
  function rosterOf(names) {
    const lines = names.map((name) => Array.from(utf8(`${name}\n`)));
    const compared = (one, other) => one.map((byte, i) => byte - (other[i] ?? -1)).find((difference) => difference) ?? 0;
    return hex(sha256(joined(...lines.sort(compared))));
  }

  // Who enters and who leaves, in all formats; and which fields of their events hold names of players.
  const ENTERED = new Set(["PlayerRegistered", "PlayerReturned", "PlayerRejoined", "PlayerEntered"]);
  const LEFT = new Set(["PlayerLeft", "PlayerDropped"]);
  const NAMED = new Set(["player", "players", "winner", "sitting_out"]);

  // An event with other names for players: in what holds names, and in nothing else.
  function withNames(value, names, holds, isName = false) {
    if (typeof value === "string") return isName ? names.get(value) ?? value : value;
    if (Array.isArray(value)) return value.map((each) => withNames(each, names, holds, isName));
    if (value === null || typeof value !== "object") return value;
    const named = ([key, each]) => [isName ? names.get(key) ?? key : key, withNames(each, names, holds, holds.has(key))];
    return Object.fromEntries(Object.entries(value).map(named));
  }

  // Whether an event makes a stage; tables stand in a move by hand, too.
  const makesStage = (event) => Boolean(event.tables && event.stage);

  // The players who are in the event after some events.
  function present(events) {
    const here = new Set();
    for (const event of events) {
      if (ENTERED.has(event.event)) here.add(event.player);
      else if (LEFT.has(event.event)) here.delete(event.player);
    }
    return here;
  }

  // What goes into every draw beside the seed: the list of players as it was at the start, and the words that were said.
  function mixed(events) {
    let [roster, words] = [null, null];
    for (const [place, event] of events.entries()) {
      if (event.event === "SeedRenewed") words = null;
      else if (makesStage(event)) {
        roster ??= rosterOf([...present(events.slice(0, place))]);
        words = event.public || words;
      }
    }
    return { roster, words: words ?? "" };
  }

  // A random order, in the draw with this number. Among the tickets of older events are the places in the list that was typed.
  function order(items, number, draw, older) {
    const ticket = tickets(draw, `order ${number}`);
    const nth = (item, i) => (older ? i : items.slice(0, i).filter((each) => each === item).length) + 1;
    const apart = items.map((item, i) => `${nth(item, i)}\n${item}`);
    return byTicket(apart, ticket).map((each) => each.slice(each.indexOf("\n") + 1));
  }

  // The number that an order must have: that of one of the same things that was taken back, or else a new one.
  function orderNumber(items, stand, given, older) {
    const orders = stand.filter((each) => each.event === "OrderDrawn");
    if (older) return orders.length + 1;
    const things = rosterOf(items);
    const again = given.findIndex((each, i) => each === things && !orders.some((order) => order.number === i + 1));
    if (again < 0) given.push(things);
    return again < 0 ? given.length : again + 1;
  }

  // What is drawn are numbers of players, or in older logs names; people read names.
  function named(groups, players) {
    const names = new Map((players ?? []).map(({ number, name }) => [String(number), name ?? `№ ${number}`]));
    return groups?.map((group) => Array.isArray(group) ? group.map((player) => names.get(player) ?? player) : group);
  }

  // The rounds so far as they were played, with what was moved by hand.
  function rounds(stand, own) {
    const found = [];
    for (const event of stand) {
      if (makesStage(event)) found.push({ ...event, isRound: own.isRound(event) });
      else if (event.event === "SeatsMoved") {
        const last = found.pop();
        const moved = new Map(event.tables.map(({ table, players }) => [table, players]));
        const tables = last.tables.map((table) => ({ ...table, players: moved.get(table.table) ?? table.players }));
        const seated = new Set(event.tables.flatMap((table) => table.players));
        found.push({ ...last, tables, sitting_out: [...last.sitting_out.filter((name) => !seated.has(name)), ...event.sitting_out] });
      }
    }
    return found.filter((event) => event.isRound);
  }

  // Whether a pairing can be: each player who is there has one place, was in the draws, and meets an earlier opponent only where the log says
  // so. That no better one exists is not looked for.
  function isLegal(event, stand, orders, own) {
    const here = [...present(stand)];
    const places = [...event.tables.flatMap((table) => table.players), ...event.sitting_out];
    const same = (some) => some.length === here.length && new Set(some).size === here.length && here.every((name) => some.includes(name));
    const earlier = rounds(stand, own);
    const met = new Set(earlier.flatMap(({ tables }) => tables.flatMap(({ players }) => pairs(players))));
    const again = (table) => pairs(table.players).filter((pair) => met.has(pair)).flatMap((pair) => JSON.parse(pair));
    const said = (table) => [...new Set(own.meetAgain(table))].sort().join();
    const orderOf = (label) => orders.find((order) => order.label === label)?.players ?? [];
    return same(places) && orders.every(({ players }) => players.every((name) => here.includes(name))) && event.tables.every((table) => [...new Set(again(table))].sort().join() === said(table))
      && own.isLegal(event, earlier, orderOf, stand[0].options ?? {});
  }

  const pairs = (players) => players.flatMap((one, i) => players.slice(i + 1).map((other) => JSON.stringify([one, other].sort())));

  // Check a proof: whether each seed is the one promised, and for each draw whether it is what the seed gives (null: not known yet).
  function check(proof) {
    const seeds = new Map([proof, ...proof.events].filter((each) => each.seed).map(({ seed }) => [hex(sha256(utf8(seed))), seed]));
    const promises = proof.events.filter((event) => event.commitment);
    const draws = [];
    let stand = [];
    const older = !proof.events[0].draws;
    const own = floor.groupings[proof.events[0].format];
    const holds = own?.names ?? NAMED;
    // What was drawn with each number of a random order, taken back or not.
    const given = [];
    let promised = "";
    // How the roster calls those who were renamed since: draws go on under that name.
    const roster = new Map();
    for (const [place, happened] of proof.events.entries()) {
      if (happened.event === "PlayerRenamed") {
        const was = roster.get(happened.player) ?? happened.player;
        roster.delete(happened.player);
        if (was !== happened.player || stand.some(makesStage)) roster.set(happened.name, was);
        else stand = stand.map((each) => withNames(each, new Map([[was, happened.name]]), holds));
        continue;
      }
      const event = withNames(happened, roster, holds);
      if (event.commitment) promised = event.commitment;
      if (event.event === "CommandUndone") {
        stand.splice(stand.findLastIndex((each) => each.event !== "SeedRenewed"), 1);
        continue;
      }
      const stage = makesStage(event);
      if (stage || event.event === "OrderDrawn") {
        const draw = { seed: seeds.get(promised), ...mixed([...stand, event]) };
        const number = stage ? null : orderNumber(event.items, stand, given, older);
        const came = stage ? event.tables.map((table) => table.players) : event.order;
        const right = draw.seed && (stage ? own?.groups(event, stand, draw) : order(event.items, number, draw, older));
        // Where the groups are computed elsewhere, here at least that chance gave for them what the seed gives.
        const orders = stage && !own && draw.seed ? (proof.orders ?? []).filter((each) => each.event === place) : [];
        const chance = orders.map(({ label, players }) => JSON.stringify(byTicket(players, tickets(draw, label))) === JSON.stringify(players));
        const pairing = floor.pairings[proof.events[0].format];
        const legal = stage && pairing?.isRound(event) && orders.length ? isLegal(event, stand, orders, pairing) : null;
        draws.push({ legal, chance: chance.length ? chance.every(Boolean) : null, stage: event.stage ?? "order", round: event.round, count: came.length, expected: named(right, proof.players),
          lost: event.lost === true, elsewhere: Boolean(draw.seed && stage && !own),
          right: event.lost ? null : right ? JSON.stringify(right) === JSON.stringify(came) : null });
      }
      stand.push(event);
    }
    return { sealed: seeds.size > 0 && [...seeds.keys()].every((hash) => promises.some((event) => event.commitment === hash)), draws };
  }

  floor.checkDraws = check;
  floor.draws = { tickets, byTicket };

  const form = document.querySelector("#check-draws");
  if (!form) return;
  const list = document.querySelector("#checked");
  const said = (name, values) => list.dataset[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const proof = fetch(form.dataset.proof).then((answer) => answer.json()).catch(() => null);

  function line(right, words) {
    const item = document.createElement("li");
    item.className = `notice ${right === null ? "" : right ? "done" : "warn"}`;
    item.textContent = words;
    list.append(item);
  }

  async function show() {
    const file = form.elements.file.files[0];
    list.replaceChildren();
    let checked;
    try {
      checked = check(file ? JSON.parse(await file.text()) : await proof);
    } catch {
      return line(false, said("unread"));
    }
    line(checked.sealed, said(checked.sealed ? "sealed" : "unsealed"));
    for (const draw of checked.draws) {
      const what = said(draw.stage in list.dataset ? draw.stage : "round", draw);
      if (draw.chance === false) line(false, said("tampered", { what }));
      else line(draw.legal === false ? false : draw.legal ?? draw.right, said(draw.lost ? "lost" : draw.legal === false ? "illegal" : draw.legal ? "legal" : draw.chance ? "chance" : draw.elsewhere ? "elsewhere" : draw.right === null ? "waiting" : draw.right ? "right" : "wrong", { what, expected: JSON.stringify(draw.expected) }));
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
  form.hidden = false;
})();

// Keeps a page as the event is. `data-live` names the stream of changes, `data-number` the record that the page shows.
// A change comes as pieces to put in place; where it does not, the page is fetched again and merged into this one.
"use strict";
(() => {
  const JITTER_MS = 700; // so that a hall full of phones does not ask in the same moment
  const AFRESH_MS = 10_000;
  let source = null;
  let waiting = null;
  let fetching = false;
  let stale = false;

  // What the page is about, or else the frame around it: what waits is shown there on every page of the staff.
  const rootOf = (page) => page.querySelector("main [data-live]") ?? page.querySelector("[data-live]");
  const root = () => rootOf(document);
  let listening = null;

  function listen() {
    const live = root();
    if (!live) return;
    source?.close();
    listening = live.dataset.live;
    const address = new URL(live.dataset.live, location.href);
    // Who sees in the frame what waits follows everything in one stream, and fetches instead of taking pieces: a browser
    // has six connections for all its pages, and two streams on one would use them up.
    if (document.querySelector("nav[data-live]")) {
      address.searchParams.delete("pieces");
      const watched = address.searchParams.get("watch");
      if (watched) address.searchParams.set("watch", `${watched},calls`);
    }
    address.searchParams.set("since", live.dataset.number);
    source = new EventSource(address);
    source.addEventListener("changed", (event) => changed(JSON.parse(event.data)));
    source.addEventListener("open", () => document.documentElement.classList.remove("offline"));
    source.addEventListener("error", () => {
      document.documentElement.classList.add("offline");
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, AFRESH_MS * Math.random() + 1_000);
    });
  }

  function changed(news) {
    const live = root();
    if (!live) return;
    if (news.patch && !fetching) apply(news.patch, live);
    else fetchSoon();
    live.dataset.number = news.number;
    document.dispatchEvent(new CustomEvent("floor:changed", { detail: news }));
  }

  function made(html, like) {
    // A row cannot be parsed outside a table: it is parsed inside the same element as its neighbours.
    const holder = document.createElement(like ? like.tagName : "div");
    holder.innerHTML = html;
    return holder.firstElementChild;
  }

  function apply(patch, live) {
    for (const id of patch.gone) document.getElementById(id)?.remove();
    const fresh = new Map(Object.entries(patch.pieces));
    for (const [id, html] of fresh) {
      const there = document.getElementById(id);
      if (there) {
        const piece = made(html, there.parentElement);
        there.replaceWith(piece);
        flash(piece);
        fresh.delete(id);
      }
    }
    for (const [name, moves] of Object.entries(patch.moves)) {
      const list = document.getElementById(name);
      if (!list) continue;
      for (const [id, before] of moves) {
        const piece = document.getElementById(id) ?? (fresh.has(id) ? made(fresh.get(id), list) : null);
        if (!piece) return fetchSoon();
        if (before) document.getElementById(before).after(piece);
        else list.prepend(piece);
      }
    }
  }

  function flash(piece) {
    if (piece.matches("li, tr")) piece.classList.add("fresh");
  }

  function fetchSoon() {
    // What changes while a page is on its way may not be in it: then another one is fetched after it.
    if (fetching) stale = true;
    else waiting ??= setTimeout(fetchAgain, Math.random() * JITTER_MS);
  }

  async function fetchAgain() {
    const live = root();
    const address = location.href;
    waiting = null;
    fetching = true;
    stale = false;
    let retry = false;
    try {
      const answer = await fetch(address, { headers: { "x-live": "1" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = rootOf(page);
      if (!next) return location.reload();
      // Meanwhile another page may have taken this one's place.
      if (live === root() && address === location.href) exchange(live, next, page);
      else stale = true;
    } catch {
      retry = true;
    }
    fetching = false;
    if (retry) waiting ??= setTimeout(fetchAgain, AFRESH_MS * (0.5 + Math.random()));
    else if (stale) fetchSoon();
  }

  function exchange(live, next, page) {
    floor.merge(live, next);
    document.title = page.title;
    // What stands elsewhere on the page and is the event's state, too.
    for (const part of document.querySelectorAll("[data-fresh]")) {
      const fresh = page.getElementById(part.id);
      if (fresh) floor.merge(part, fresh);
    }
    document.dispatchEvent(new CustomEvent("floor:exchanged"));
  }

  // The big screen turns its own pages.
  function turn() {
    const live = root();
    if (!live?.dataset.turn) return;
    setTimeout(async () => {
      try {
        const answer = await fetch(live.dataset.next);
        if (answer.ok) {
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          const next = page.querySelector("[data-live]");
          history.replaceState(null, "", root().dataset.next);
          root().replaceWith(next);
          document.dispatchEvent(new CustomEvent("floor:exchanged"));
        }
      } catch {
        // The desk is away: this sheet stays on the wall, and the next turn asks again.
      } finally {
        turn();
      }
    }, Number(live.dataset.turn) * 1_000);
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && source?.readyState === EventSource.CLOSED) listen();
  });
  // Somebody's own script knows that this page is no longer right.
  document.addEventListener("floor:stale", fetchSoon);
  document.addEventListener("floor:exchanged", () => root() && root().dataset.live !== listening && listen());
  addEventListener("pageshow", (event) => event.persisted && (listen(), fetchSoon()));
  // A browser gives the focus when it first paints. Who types as soon as the page is there would lose what comes before.
  if (document.activeElement === document.body && !location.hash) document.querySelector("[autofocus]")?.focus();
  listen();
  turn();
})();

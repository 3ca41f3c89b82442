// Keeps what a player sends on this phone until the desk has it. Forms with `data-queue` are saved first and sent then, again
// and again, under one id, so that the desk counts them once. What the desk refuses stays, with its reason, until it is changed
// or thrown away. Forms with `data-draft` keep what is typed when the page is exchanged or opened again.
"use strict";
(() => {
  const PREFIX = "floorjudge.queue.";
  const SOONEST_MS = 2_000;
  const LATEST_MS = 60_000;
  const PATIENCE_MS = 15_000;
  let wait = SOONEST_MS;
  let timer = null;
  let running = false;
  let keeps = true;

  const place = () => document.getElementById("queue");
  const words = () => JSON.parse(place().dataset.words);

  // What is kept

  function kept() {
    const found = [];
    try {
      for (let index = 0; index < localStorage.length; index += 1) {
        const key = localStorage.key(index);
        if (!key.startsWith(PREFIX)) continue;
        const entry = readable(localStorage.getItem(key));
        if (entry?.event === place().dataset.event) found.push(entry);
      }
    } catch {
      keeps = false;
    }
    return found.sort((one, other) => one.at - other.at);
  }

  function readable(line) {
    try {
      const entry = JSON.parse(line);
      return entry && Array.isArray(entry.fields) && String(entry.address).startsWith("/e/") ? entry : null;
    } catch {
      return null;
    }
  }

  function keep(entry) {
    try {
      localStorage.setItem(PREFIX + entry.id, JSON.stringify(entry));
    } catch {
      keeps = false;
    }
    return keeps;
  }

  const forget = (entry) => localStorage.removeItem(PREFIX + entry.id);

  // A new form: saved, then sent

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-queue]");
    if (!form || !place()) return;
    const fields = [...new FormData(form).entries()].filter(([, value]) => typeof value === "string");
    if (event.submitter?.name) fields.push([event.submitter.name, event.submitter.value]);
    const same = JSON.stringify(fields.filter(([name]) => name !== "id"));
    const address = new URL(form.action).pathname;
    const waiting = kept().find((entry) => entry.address === address && entry.same === same && !entry.refused);
    if (waiting) {
      event.preventDefault();
      return soon(0);
    }
    if (form.dataset.sent) fields.find(([name]) => name === "id")[1] = floor.freshId();
    const id = fields.find(([name]) => name === "id")[1];
    const entry = { id, address, fields, same, event: place().dataset.event, at: Date.now(), what: form.dataset.what, said: summary(form) };
    if (!keep(entry)) return; // then the browser sends the form itself
    event.preventDefault();
    form.dataset.sent = "1";
    show();
    place().scrollIntoView({ block: "nearest" });
    soon(0);
  });

  function summary(form) {
    const parts = [];
    for (const field of form.querySelectorAll("input:not([type=hidden]), textarea")) {
      const label = form.querySelector(`label[for="${CSS.escape(field.id)}"]`) ?? field.closest("label");
      const name = label ? label.textContent.trim().replace(/\s+/g, " ") : "";
      if (field.type === "radio") {
        if (field.checked) parts.push(name.split(": ").reverse().join(" "));
      } else if (field.value.trim()) parts.push(`${name} ${field.value.trim()}`);
    }
    return parts.join(" · ");
  }

  // Sending

  function soon(delay) {
    clearTimeout(timer);
    timer = setTimeout(sendAll, delay);
  }

  async function sendAll() {
    if (running || !place()) return;
    running = true;
    let held = false;
    let arrived = false;
    try {
      for (const entry of kept().filter((each) => !each.refused)) {
        const outcome = await send(entry);
        arrived ||= outcome === "arrived";
        held ||= outcome === "held";
        if (outcome === "unreachable") {
          held = true;
          break;
        }
      }
    } finally {
      running = false;
    }
    wait = arrived ? SOONEST_MS : Math.min(wait * 2, LATEST_MS);
    show();
    if (arrived) document.dispatchEvent(new CustomEvent("floor:stale"));
    if (held) soon(wait * (0.75 + Math.random() / 2));
    else if (kept().some((each) => !each.refused)) soon(SOONEST_MS);
  }

  async function send(entry) {
    show(entry.id);
    let answer;
    let value = null;
    try {
      answer = await fetch(entry.address, {
        method: "POST",
        headers: { accept: "application/json" },
        body: new URLSearchParams(entry.fields),
        signal: AbortSignal.timeout?.(PATIENCE_MS),
      });
      if (answer.headers.get("content-type")?.includes("json")) value = await answer.json();
    } catch {
      keep({ ...entry, waits: undefined });
      return "unreachable";
    }
    // Whatever is not our JSON comes from something on the way, such as the network's own login page.
    if (typeof value?.ok !== "boolean") return "unreachable";
    if (value.ok) {
      forget(entry);
      kept().filter((other) => other.refused && sameGame(other, entry)).forEach(forget);
      forgetDraft(entry);
      return "arrived";
    }
    if (value.again) {
      keep({ ...entry, waits: value.error.message });
      return "unreachable";
    }
    if (answer.status === 403) {
      keep({ ...entry, closed: value.error.message });
      return "held";
    }
    keep({ ...entry, refused: value.error.message });
    return "refused";
  }

  // What was refused is in nobody's way any more once the same game has been reported otherwise.
  function sameGame(one, other) {
    const game = ({ address, fields }) => JSON.stringify([address, fields.filter(([name]) => ["me", "stage", "table"].includes(name))]);
    return other.address.endsWith("/report") && game(one) === game(other);
  }

  // What is shown

  function show(sending = null) {
    const box = place();
    if (!box) return;
    const entries = kept();
    box.hidden = entries.length === 0 && keeps;
    const said = words();
    const lines = entries.map((entry) => line(entry, said, entry.id === sending));
    if (!keeps) lines.push(paragraph("warn-words", said.full));
    box.replaceChildren(...lines);
    for (const step of document.querySelectorAll("[data-track] li:first-child")) {
      step.classList.toggle("here", entries.some((entry) => !entry.refused && /\/(report|confirm)$/.test(entry.address)));
    }
  }

  function line(entry, said, sending) {
    const item = document.createElement("div");
    item.className = entry.refused ? "queued refused" : "queued";
    item.append(paragraph("queued-what", entry.what));
    if (entry.said) item.append(paragraph("queued-said", entry.said));
    const state = entry.refused ? `${said.refused} ${entry.refused}` : entry.closed ? `${said.closed} ${entry.closed}` : sending ? said.sending : entry.waits ? `${said.waits} ${entry.waits}` : said.saved;
    item.append(paragraph("queued-state", state));
    const buttons = document.createElement("p");
    buttons.className = "actions";
    // A confirmation has nothing in it that could be changed.
    if (entry.refused && entry.said) buttons.append(button(said.change, () => change(entry)));
    if (entry.refused) buttons.append(button(said.drop, () => drop(entry)));
    else if (!sending) buttons.append(button(said.again, () => soon(0)));
    if (entry.closed) buttons.append(button(said.drop, () => drop(entry)));
    item.append(buttons);
    return item;
  }

  function paragraph(kind, content) {
    const made = document.createElement("p");
    made.className = kind;
    made.textContent = content;
    return made;
  }

  function button(content, press) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button quiet";
    made.textContent = content;
    made.addEventListener("click", press);
    return made;
  }

  function drop(entry) {
    forget(entry);
    show();
  }

  // What was refused goes back into its form, and out of the queue only when it is sent anew.
  function change(entry) {
    const form = [...document.querySelectorAll("form[data-queue]")].find((each) => new URL(each.action).pathname === entry.address);
    if (!form) return location.assign(place().dataset.me);
    fill(form, entry.fields.filter(([name]) => !["id", "stage", "table", "statement", "me"].includes(name)));
    for (let around = form.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    for (const inside of form.querySelectorAll("details")) inside.open = true;
    drop(entry);
    form.querySelector("input:not([type=hidden]), button").focus();
    remember(form);
  }

  // Fills a form in; what somebody has typed into it since stays.
  function fill(form, fields) {
    for (const [name, value] of fields) {
      for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
        if (field.type === "hidden" || field.tagName === "BUTTON") continue;
        if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
        else if (!floor.typed(field)) field.value = value;
      }
    }
  }

  // Drafts, and what was folded open

  const draftKey = (form) => `floorjudge.draft.${new URL(form.action).pathname}.${form.dataset.draft}`;
  const opened = new Set();

  function remember(form) {
    const fields = [...new FormData(form).entries()].filter(([name, value]) => !["id", "me"].includes(name) && typeof value === "string");
    try {
      sessionStorage.setItem(draftKey(form), JSON.stringify(fields));
    } catch {
      // A phone that keeps nothing still sends.
    }
  }

  function restore() {
    for (const form of document.querySelectorAll("form[data-draft]")) {
      try {
        const draft = JSON.parse(sessionStorage.getItem(draftKey(form)) ?? "null");
        if (draft) fill(form, draft);
      } catch {
        continue;
      }
    }
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    for (const step of document.querySelectorAll(".step[hidden]")) step.hidden = false;
  }

  function forgetDraft(entry) {
    for (const form of document.querySelectorAll("form[data-draft]")) {
      if (new URL(form.action).pathname !== entry.address) continue;
      try {
        sessionStorage.removeItem(draftKey(form));
      } catch {
        return;
      }
      form.reset();
      for (let around = form.closest("details"); around; around = around.parentElement.closest("details")) {
        around.open = false;
        opened.delete(around.id);
      }
    }
  }

  document.addEventListener("input", (event) => event.target.form?.matches("[data-draft]") && remember(event.target.form));
  document.addEventListener("toggle", (event) => event.target.id && (event.target.open ? opened.add(event.target.id) : opened.delete(event.target.id)), true);
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    const field = step.parentElement.querySelector("input");
    field.value = (Number(field.value) || 0) + Number(step.dataset.step);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  function ready() {
    if (!place()) return;
    restore();
    show();
  }

  function now() {
    wait = SOONEST_MS;
    if (place() && kept().some((entry) => !entry.refused)) soon(0);
  }

  document.addEventListener("floor:exchanged", ready);
  // Whoever hears from the desk can be heard there.
  document.addEventListener("floor:changed", () => wait > SOONEST_MS && now());
  addEventListener("online", now);
  addEventListener("pageshow", now);
  addEventListener("storage", () => show());
  document.addEventListener("visibilitychange", () => document.hidden || now());
  ready();
  now();
})();

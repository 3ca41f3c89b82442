// Tells a player that there is something new for them: a table, a question. The phone shakes, sounds, and the title says so until
// somebody looks. `data-tell` is what there is; a sound is allowed once the page has been touched.
"use strict";
(() => {
  const MARK = "● ";
  let known = told();
  let sound = null;
  let allowed = false;

  function told() {
    return document.querySelector("[data-tell]")?.dataset.tell ?? "";
  }

  function look() {
    const now = told();
    if (now === known) return mark();
    known = now;
    if (now.startsWith(":") && now.endsWith(":0")) return;
    navigator.userActivation?.hasBeenActive && navigator.vibrate?.([200, 100, 200]);
    ring();
    look.fresh = document.hidden;
    mark();
  }

  function mark() {
    if (look.fresh && !document.title.startsWith(MARK)) document.title = MARK + document.title;
  }

  async function ring() {
    if (!allowed) return;
    await sound.resume();
    beep(0, 660);
    // What is to be heard meanwhile is heard to its end.
    const last = (ring.last = beep(0.18, 880));
    last.onended = () => last === ring.last && sound.suspend();
  }

  function beep(at, pitch) {
    const tone = sound.createOscillator();
    const loudness = sound.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.2, sound.currentTime + at);
    loudness.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + 0.16);
    tone.connect(loudness).connect(sound.destination);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + 0.17);
    return tone;
  }

  // A finger that comes down allows no sound yet, one that goes up does; a phone that slept has to be asked again. Until there is
  // something to hear it stays suspended: a sound that runs computes all the time, which empties the battery.
  async function allow() {
    if (!globalThis.AudioContext || (allowed && sound.state !== "interrupted")) return;
    sound ??= new AudioContext();
    await sound.resume();
    allowed = true;
    sound.suspend();
  }

  for (const touch of ["pointerup", "keydown"]) document.addEventListener(touch, allow);
  document.addEventListener("floor:exchanged", look);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    look.fresh = false;
    if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
  });
})();

// What is heard and felt of the table. It is loaded when somebody switches it on; the sounds are made here, of a few
// tones each, so that there is nothing else to load.

/** @typedef {import("./table/messages").Update} Update */

/** Seconds between two tones, and how long one sounds. */
const APART = 0.09;
const FADES = 0.5;
const LOUDNESS = 0.12;
const VIBRATION = [40, 60, 40];

/** Of what happens the first is heard that is in this list: its tones in Hz. */
const TONES = {
  GAME_ENDED: [262, 330, 392, 523],
  LEVIATHAN_SLAIN: [147, 220, 294, 440],
  ATTACKED: [98, 92],
  LORD_RECRUITED: [330, 415, 494],
  LOCATION_CONTROLLED: [196, 294],
  MONSTER_FOUGHT: [110, 165],
  ROLLED: [740, 620, 700],
  STACK_TAKEN: [392, 440],
  ALLY_BOUGHT: [523, 659],
  ALLY_TAKEN: [440],
  REVEALED: [349],
};
const MY_TURN = [587, 784];
const SAID = [880];

let chosen = { sound: false, vibration: false };
/** @type {AudioContext | undefined} */
let audio;
/** What the page has shown already. */
let revision = Number(document.body.dataset["revision"] ?? Infinity);

document.addEventListener("drawn", (event) => follow(/** @type {CustomEvent<Update>} */ (event).detail));
document.addEventListener("said", () => play(SAID));
// Browsers are silent until somebody has done something on the page.
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => audio?.resume());

/** @param {{sound: boolean, vibration: boolean}} wanted */
export function choose(wanted) {
  chosen = wanted;
  if (!chosen.sound || audio) return;
  audio = new AudioContext();
  if (navigator.userActivation?.isActive) play(MY_TURN);
}

/**
 * What has happened since the page has shown the table last; it may draw the same more than once.
 * @param {Update} update
 */
function follow(update) {
  const isNew = update.revision > revision;
  revision = update.revision;
  if (!isNew || update.undone) return;
  const happened = new Set(update.events.map(({ kind }) => kind));
  const heard = Object.entries(TONES).find(([kind]) => happened.has(kind))?.[1] ?? [];
  const isMine = Boolean(update.question?.mine);
  play(isMine ? [...heard, ...MY_TURN] : heard);
  if (isMine && chosen.vibration) navigator.vibrate?.(VIBRATION);
}

/** @param {number[]} tones one after another */
function play(tones) {
  if (!chosen.sound || !audio) return;
  for (const [place, tone] of tones.entries()) {
    const begin = audio.currentTime + place * APART;
    const [bell, volume] = [audio.createOscillator(), audio.createGain()];
    bell.type = "triangle";
    bell.frequency.value = tone;
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + FADES);
    bell.connect(volume).connect(audio.destination);
    bell.start(begin);
    bell.stop(begin + FADES);
  }
}

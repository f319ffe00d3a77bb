// Keyboard shortcuts: single keys and sequences. They are active while no field has the focus.

import { useEffect, useRef } from 'react';

/** Time limit for pressing the second key of a sequence. */
const SECOND_KEY_WITHIN_MS = 900;
/** The first key of all sequences. */
const SEQUENCE_KEY = 'g';

/** How long a form may take to load. Letters typed until then are meant for its first field. */
const FORM_LOADS_WITHIN_MS = 2_000;

/** Keys such as `mod+k` and `?`, or a sequence such as `g o`. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** The most recent sequence, shared by the whole page. */
let begun: { readonly first: KeyboardEvent; readonly second?: KeyboardEvent } | undefined;

/** Until this time, typed letters are meant for a form that is still loading. */
let heldUntilMs = 0;

/** Called by a shortcut that opens a form. Disables all shortcuts until the form has the focus. */
export function holdKeys(): void {
  heldUntilMs = performance.now() + FORM_LOADS_WITHIN_MS;
}

/**
 * Returns whether a list must ignore the key. The `k` in the sequence `g k` must not move the list,
 * and a letter may be meant for a form that is still loading.
 */
export function isTaken(event: KeyboardEvent): boolean {
  return performance.now() < heldUntilMs || isSecondKey(event);
}

function isSecondKey(event: KeyboardEvent): boolean {
  if (begun === undefined || event === begun.first) return false;
  const isLate = event.timeStamp - begun.first.timeStamp >= SECOND_KEY_WITHIN_MS;
  return !isLate && (begun.second ?? event) === event;
}

/** Activates shortcuts while mounted. Keys with `mod` also work inside a field. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (isTyping(event.target)) heldUntilMs = 0;
      // Shift is part of a capital letter and not a separate key.
      if (event.defaultPrevented || event.altKey || event.key === 'Shift') return;
      const isMod = event.ctrlKey || event.metaKey;
      if (!isMod && (isTyping(event.target) || performance.now() < heldUntilMs)) return;
      const name = isMod ? `mod+${event.key.toLowerCase()}` : nameOf(event);
      const act = latest.current[name];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

/**
 * Returns the shortcut completed by the key, which may be a single key or the second of a sequence.
 */
function nameOf(event: KeyboardEvent): string {
  if (begun !== undefined && isSecondKey(event)) {
    begun = { first: begun.first, second: event };
    return `${begun.first.key} ${event.key}`;
  }
  begun = event.key === SEQUENCE_KEY ? { first: event } : undefined;
  return event.key;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role="dialog"], [role="menu"]') !== null) return true;
  // A checkbox keeps the focus after a click, but takes no text.
  if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

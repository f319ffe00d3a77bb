// Keyboard shortcuts, which are single keys or sequences. They are active while no field has the
// focus.

import { useEffect, useRef } from 'react';

/** Time limit for pressing the second key of a sequence. */
const SECOND_KEY_WITHIN_MS = 900;

/** `mod+k`, `?`, or a sequence: `g o`. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** Activates shortcuts while mounted. Keys with `mod` also work inside a field. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    let first: { readonly key: string; readonly atMs: number } | undefined;
    const pressed = (event: KeyboardEvent) => {
      // Shift is part of a capital letter, not a separate key.
      if (event.defaultPrevented || event.altKey || event.key === 'Shift') return;
      const isMod = event.ctrlKey || event.metaKey;
      if (!isMod && isTyping(event.target)) return;
      const key = isMod ? `mod+${event.key.toLowerCase()}` : event.key;
      const isSecond = first !== undefined && event.timeStamp - first.atMs < SECOND_KEY_WITHIN_MS;
      const both = isSecond ? latest.current[`${first?.key} ${key}`] : undefined;
      const act = both ?? latest.current[key];
      first = act === undefined ? { key, atMs: event.timeStamp } : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role="dialog"], [role="menu"]') !== null) return true;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

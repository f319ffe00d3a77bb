// The toasts on screen. Any code may add one, and `component/toast.tsx` shows them.

import { useSyncExternalStore } from 'react';
import type { Warning } from './warning.js';

const SHOWN_MS = 6_000;
/** Refusals and warnings take longer to read. */
const READ_MS = 20_000;
const SHOWN_MAX = 4;

export interface Toast {
  readonly id: number;
  readonly text?: string;
  readonly warning?: Warning;
  readonly error?: unknown;
  /** Resends a settings change that was not saved. */
  readonly retry?: () => void;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(toast: Omit<Toast, 'id'>, shownMs?: number): void {
  lastId += 1;
  const id = lastId;
  show([...toasts, { ...toast, id }].slice(-SHOWN_MAX));
  if (shownMs !== undefined) setTimeout(() => dropToast(id), shownMs);
}

export const dropToast = (id: number): void => show(toasts.filter((toast) => toast.id !== id));

export const notify = (text: string): void => add({ text }, SHOWN_MS);
export const notifyWarning = (warning: Warning): void => add({ warning }, READ_MS);
/** Stays until the user closes it or tries again. */
export const notifyUnsaved = (error: unknown, retry: () => void): void => add({ error, retry });
export const notifyProblem = (error: unknown): void => add({ error }, READ_MS);

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}

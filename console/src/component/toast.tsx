// Short words about what was done: they wait to be read, and are said to those who listen.

import { X } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useSpeech } from '../lib/language.js';
import { Button } from './button.js';
import { ProblemText } from './problem.js';

const SHOWN_MS = 6_000;
/** A refusal waits until it was read. */
const REFUSAL_SHOWN_MS = 20_000;
const SHOWN_MOST = 4;

interface Toast {
  readonly id: number;
  readonly text?: string;
  readonly error?: unknown;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(toast: Omit<Toast, 'id'>, shownMs: number): void {
  lastId += 1;
  const id = lastId;
  show([...toasts, { ...toast, id }].slice(-SHOWN_MOST));
  setTimeout(() => drop(id), shownMs);
}

const drop = (id: number): void => show(toasts.filter((toast) => toast.id !== id));

export const tell = (text: string): void => add({ text }, SHOWN_MS);
export const tellProblem = (error: unknown): void => add({ error }, REFUSAL_SHOWN_MS);

export function Toasts(): ReactNode {
  const { t } = useSpeech();
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, error }) => (
        <div key={id} className={error === undefined ? 'toast' : 'toast bad'}>
          <div>{error === undefined ? text : <ProblemText error={error} />}</div>
          <Button tone="quiet" small label={t('action.close')} onPress={() => drop(id)}>
            <X aria-hidden />
          </Button>
        </div>
      ))}
    </div>
  );
}

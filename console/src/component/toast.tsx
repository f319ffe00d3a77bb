// Short words about what was done: they wait to be read, and are said to those who listen.

import { X } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useSpeech } from '../lib/language.js';
import { isLookAlike, type Warning } from '../lib/warning.js';
import { Button } from './button.js';
import { ProblemText } from './problem.js';

const SHOWN_MS = 6_000;
/** Refusals and warnings wait until they were read. */
const READ_MS = 20_000;
const SHOWN_MAX = 4;

interface Toast {
  readonly id: number;
  readonly text?: string;
  readonly warning?: Warning;
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
  show([...toasts, { ...toast, id }].slice(-SHOWN_MAX));
  setTimeout(() => drop(id), shownMs);
}

const drop = (id: number): void => show(toasts.filter((toast) => toast.id !== id));

export const tell = (text: string): void => add({ text }, SHOWN_MS);
export const tellWarning = (warning: Warning): void => add({ warning }, READ_MS);
export const tellProblem = (error: unknown): void => add({ error }, READ_MS);

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
      {shown.map((toast) => (
        <div key={toast.id} className={`toast ${toneOf(toast)}`}>
          <div>
            <Words {...toast} />
          </div>
          <Button tone="quiet" small label={t('action.close')} onPress={() => drop(toast.id)}>
            <X aria-hidden />
          </Button>
        </div>
      ))}
    </div>
  );
}

function toneOf({ warning, error }: Toast): string {
  if (error !== undefined) return 'bad';
  return warning === undefined ? '' : 'wait';
}

function Words({ text, warning, error }: Toast): ReactNode {
  const { t } = useSpeech();
  if (error !== undefined) return <ProblemText error={error} />;
  if (warning === undefined) return text;
  const { id, detail } = warning;
  return id !== undefined && isLookAlike(warning) ? t('warning.lookAlike', { id }) : detail;
}

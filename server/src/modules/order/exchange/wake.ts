// Wakes the adapter of a session after the commit of instructions for it.

import type { Work } from '../../../platform/context.js';

/** The topic that wakes the adapter of a session. */
export function instructionTopic(sessionName: string): string {
  return `exchange-instruction:${sessionName}`;
}

/** Wakes the adapter of a session after the commit. */
export function wakeAdapter(work: Work, sessionName: string): void {
  work.tx.afterCommit(() => work.context.signals.raise(instructionTopic(sessionName)));
}

// Wakes a session's adapter after instructions for it are committed.

import type { Work } from '../../../platform/context.js';

/** Returns the topic that wakes a session's adapter. */
export function instructionTopic(sessionName: string): string {
  return `exchange-instruction:${sessionName}`;
}

/** Wakes a session's adapter after the commit. */
export function wakeAdapter(work: Work, sessionName: string): void {
  work.tx.afterCommit(() => work.context.signals.raise(instructionTopic(sessionName)));
}

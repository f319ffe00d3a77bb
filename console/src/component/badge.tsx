// Shows the state of a record as a word. Each colour always has the same meaning.

import type { ReactNode } from 'react';
import { useSpeech } from '../lib/language.js';

type Meaning = 'good' | 'bad' | 'wait' | 'live' | 'over';

const MEANING: Readonly<Record<string, Meaning>> = {
  ACTIVE: 'good',
  ANNOUNCED: 'wait',
  APPROVED: 'good',
  ASSIGNED: 'live',
  BOOKED: 'wait',
  CLAIM: 'bad',
  COMMITTED: 'good',
  CONFIRMED: 'good',
  CORRECTED: 'wait',
  COVERED: 'good',
  IMPORTED: 'good',
  PAID: 'good',
  PARKED: 'bad',
  PART_PAID: 'live',
  PREVIEWED: 'wait',
  PROPOSED: 'wait',
  REFUSED: 'bad',
  UNCOVERED: 'bad',
  UNDO_PENDING: 'wait',
  CLOSED: 'over',
  CONTACTED: 'live',
  CONVERTED: 'good',
  DEAD: 'bad',
  DEFAULTED: 'bad',
  DELIVERED: 'good',
  DISABLED: 'over',
  DISPUTE_QUEUED: 'wait',
  DISPUTE_REFUSED: 'bad',
  DISPUTE_SENT: 'live',
  DONE: 'good',
  DRAFT: 'wait',
  DUE: 'wait',
  ENTITLED: 'live',
  EXECUTED: 'good',
  EXECUTING: 'live',
  FAILED: 'bad',
  IN_PROGRESS: 'live',
  ISSUED: 'live',
  JUMP: 'wait',
  KEY_IN_USE: 'good',
  KEY_MISSING: 'bad',
  KEY_SEALS: 'good',
  LOCKED: 'bad',
  LOGGED_ON: 'good',
  LOGGED_OUT: 'bad',
  NEW: 'wait',
  OUTDATED: 'wait',
  PENDING: 'wait',
  POSTED: 'good',
  PROVISIONAL: 'wait',
  QUALIFIED: 'live',
  QUEUED: 'wait',
  READ: 'good',
  REJECTED: 'bad',
  REVERSED: 'bad',
  RUNNING: 'live',
  SENT: 'good',
  SETTLED: 'good',
  STALE: 'wait',
  SUPPRESSED: 'bad',
  SUSPENDED: 'bad',
  UNUSABLE: 'bad',
  UNVALUED: 'bad',
};

export function Badge({ state }: { readonly state: string | undefined }): ReactNode {
  const { word } = useSpeech();
  if (state === undefined) return null;
  return <span className={`badge ${MEANING[state] ?? 'over'}`}>{word(state)}</span>;
}

/** Shows buy or sell as a word in its own colour. */
export function Side({ side }: { readonly side: string | undefined }): ReactNode {
  const { word } = useSpeech();
  return <span className={`strong ${side === 'BUY' ? 'buy' : 'sell'}`}>{word(side)}</span>;
}

// The points at which an end of day is killed, and a reproducible sequence of such points for a
// seed.

import { createHash } from 'node:crypto';

/**
 * Where a kill happens: before or after a statement, or in the middle of a message. The last kind
 * ends a database backend instead.
 */
export const KINDS = ['before', 'sent', 'answered', 'bytes', 'backend'] as const;

export interface Point {
  readonly kind: (typeof KINDS)[number] | 'none';
  /** The number of the statement or byte, counted from the opening of the database. */
  readonly at: number;
  /**
   * The kill happens when this step counts a batch, inside the batch's transaction. `at` is then
   * the number of batches that it counted before.
   */
  readonly step?: string;
  /** Set for the control, which marks steps as done in a different transaction from their work. */
  readonly marker?: 'apart';
}

/** How much an undisturbed day sends to the database. */
export interface Said {
  readonly statements: number;
  readonly bytes: number;
}

/** Returns points anywhere in a day. Equal seeds give equal points. */
export function randomPoints(seed: string, count: number, said: Said): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const digest = createHash('sha256').update(`${seed} ${index}`).digest();
    const kind = KINDS[digest.readUInt32BE(0) % KINDS.length] ?? 'sent';
    const most = kind === 'bytes' ? said.bytes : said.statements;
    return { kind, at: 1 + (digest.readUInt32BE(4) % most) };
  });
}

// The points at which an end of day is killed, and a reproducible sequence of them from a seed.

import { createHash } from 'node:crypto';

/** The kind of kill: around a statement, in the middle of a message, or of the server's process. */
export const KINDS = ['before', 'sent', 'answered', 'bytes', 'backend'] as const;

export interface Point {
  readonly kind: (typeof KINDS)[number] | 'none';
  /** The statement or the byte, counted from the opening of the database. */
  readonly at: number;
  /** Instead of a number: where this step counts a batch, inside the batch's transaction. */
  readonly step?: string;
  /** The control marks steps as done in another transaction than their work. */
  readonly marker?: 'apart';
}

/** How much an undisturbed day sends. */
export interface Said {
  readonly statements: number;
  readonly bytes: number;
}

/** Points anywhere in a day, equal for equal seeds. */
export function randomPoints(seed: string, count: number, said: Said): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const digest = createHash('sha256').update(`${seed} ${index}`).digest();
    const kind = KINDS[digest.readUInt32BE(0) % KINDS.length] ?? 'sent';
    const most = kind === 'bytes' ? said.bytes : said.statements;
    return { kind, at: 1 + (digest.readUInt32BE(4) % most) };
  });
}

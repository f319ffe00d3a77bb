// Identifies a bank line by its content. Equal lines have the same hash.

import { createHash } from 'node:crypto';
import type { UnnumberedLine } from './statement-line.js';

/** Returns the content of a line as one string. */
export function contentOf({ bookedOn, amountMinor, reference, description }: UnnumberedLine) {
  return JSON.stringify([bookedOn, String(amountMinor), reference, description]);
}

export function hashOf(line: UnnumberedLine): string {
  return createHash('sha256').update(contentOf(line)).digest('base64url');
}

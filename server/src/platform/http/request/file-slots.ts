// Limits operations with expensive replies, by media type: tables and rendered documents.

import { DRAWING, EXPORT } from '../../../limits.js';
import { SHEET_TYPES } from '../reply/media-type.js';
import type { Route } from '../route.js';
import { Slots } from './slots.js';

const tables = new Slots(EXPORT.slots);
const drawings = new Slots(DRAWING.slots);

const SLOTS: ReadonlyMap<string | undefined, Slots> = new Map([
  [SHEET_TYPES.csv, tables],
  [SHEET_TYPES.xlsx, tables],
  ['application/pdf', drawings],
]);

/**
 * Returns the slots for an operation. The operation needs one of them before it uses the database.
 */
export function slotsOf({ produces }: Route): Slots | undefined {
  return SLOTS.get(produces);
}

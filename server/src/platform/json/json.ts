// Lossless JSON. Numbers keep all digits when read and written, and a repeated member must have the
// same value.

import { LosslessNumber } from 'lossless-json';
import { atOnce, inSlices } from '../concurrency/turn.js';
import { parseExactly } from './parser.js';
import { writeAtOnce, writeExactly } from './writer.js';

export { LosslessNumber };

/** Thrown for text that is not JSON or that repeats a member with a different value. */
export class JsonRefused extends Error {}

/** Parses JSON. Every number becomes a LosslessNumber, so no digit is lost before validation. */
export function parseJson(text: string): unknown {
  try {
    return atOnce(parseExactly(text));
  } catch (error) {
    throw jsonRefused(error);
  }
}

/** Like `parseJson`, but in slices, for text that may be large. */
export async function parseJsonInTurns(text: string): Promise<unknown> {
  try {
    return await inSlices(parseExactly(text));
  } catch (error) {
    throw jsonRefused(error);
  }
}

function jsonRefused(error: unknown): JsonRefused {
  return new JsonRefused(error instanceof Error ? error.message : 'not JSON', { cause: error });
}

/** Writes JSON. A bigint and a Decimal become plain digits, and an undefined member is omitted. */
export function toJson(value: unknown): string {
  return writeAtOnce(value) ?? 'null';
}

/** Like `toJson`, but in slices, for values that may be large. */
export async function toJsonInTurns(value: unknown): Promise<string> {
  return (await inSlices(writeExactly(value))) ?? 'null';
}

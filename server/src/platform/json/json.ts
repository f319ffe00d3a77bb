// JSON without loss: numbers keep their digits both ways, a repeated member must repeat its value.

import { LosslessNumber } from 'lossless-json';
import { atOnce, inSlices } from '../concurrency/turn.js';
import { parseExactly } from './parser.js';
import { writeExactly } from './writer.js';

export { LosslessNumber };

/** Thrown for text that is not JSON, or repeats a member with another value. */
export class JsonRefused extends Error {}

/** Reads JSON; every number comes as a LosslessNumber, so no digit is lost before it is judged. */
export function parseJson(text: string): unknown {
  try {
    return atOnce(parseExactly(text));
  } catch (error) {
    throw jsonRefused(error);
  }
}

/** Reads JSON as `parseJson` does, in slices: for texts that may be large. */
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

/**
 * Writes JSON: a bigint and a Decimal become plain digits, an absent (undefined) member is left
 * out.
 */
export function toJson(value: unknown): string {
  return atOnce(writeExactly(value)) ?? 'null';
}

/** Writes JSON as `toJson` does, in slices: for values that may be large. */
export async function toJsonInTurns(value: unknown): Promise<string> {
  return (await inSlices(writeExactly(value))) ?? 'null';
}

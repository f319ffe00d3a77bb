// JSON without loss: numbers keep their digits both ways, a repeated member must repeat its value.

import { LosslessNumber, stringify } from 'lossless-json';
import { parseExactly } from './json-parser.js';
import { Decimal } from './money/decimal.js';

export { LosslessNumber };

/** Thrown for text that is not JSON, or repeats a member with another value. */
export class JsonRefused extends Error {}

/** Reads JSON; every number comes as a LosslessNumber, so no digit is lost before it is judged. */
export function parseJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    throw new JsonRefused(error instanceof Error ? error.message : 'not JSON', { cause: error });
  }
}

const decimalStringifier = {
  test: (value: unknown): boolean => Decimal.isDecimal(value),
  stringify: (value: unknown): string => String(value),
};

/**
 * Writes JSON: a bigint and a Decimal become plain digits, an absent (undefined) member is left
 * out.
 */
export function toJson(value: unknown): string {
  return stringify(value, undefined, undefined, [decimalStringifier]) ?? 'null';
}

// Errors in a form that is safe to log. It shows what failed and where, but not the values.

import pg from 'pg';
import { PERSONAL_DATA } from '../../limits.js';

/** An error as logged. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly [more: string]: unknown;
}

/**
 * Converts an error for the logger. The logger's own serializer would write every member of an
 * error, including customer rows.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(`${error}`) };
  const deeper = error.cause !== undefined && depth < PERSONAL_DATA.causesMax;
  return {
    type: error.name,
    message: errorText(error),
    ...(error.stack === undefined ? {} : { stack: framesOf(error.stack) }),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error instanceof pg.DatabaseError ? placeOf(error) : {}),
    ...(deeper ? { cause: loggedError(error.cause, depth + 1) } : {}),
  };
}

/** Returns an error's message for the log and for rows that record failures. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return withoutValues(String(error));
  // Data exceptions quote the invalid value.
  const isAboutValue = error instanceof pg.DatabaseError && error.code?.startsWith('22') === true;
  return isAboutValue ? `data exception ${error.code}` : withoutValues(error.message);
}

function placeOf({ severity, schema, table, column, constraint, routine }: pg.DatabaseError) {
  return { severity, schema, table, column, constraint, routine };
}

function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

const EMAIL = /[^\s@<>"'(),:;]+@[^\s@<>"'(),:;]+/g;
// Matches BVNs and phone numbers, which have at least eleven digits or begin with a plus. Record
// ids have fewer digits.
const NUMBER = /\+\d[\d\s().-]{6,}\d|\b\d{11,}\b/g;

/** Removes e-mail addresses and long numbers from text. */
function withoutValues(text: string): string {
  return text.replaceAll(EMAIL, '[e-mail]').replaceAll(NUMBER, '[number]');
}

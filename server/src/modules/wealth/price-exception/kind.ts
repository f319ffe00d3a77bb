// The possible problems with a price.

/** The kinds of exceptions, most serious first. */
export const EXCEPTION_KINDS = ['UNVALUED', 'UNUSABLE', 'STALE', 'JUMP'] as const;

export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

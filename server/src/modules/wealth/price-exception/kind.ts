// The possible errors of a price.

/** The kinds of exceptions, the most serious first. */
export const EXCEPTION_KINDS = ['UNVALUED', 'UNUSABLE', 'STALE', 'JUMP'] as const;

export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

// What can be wrong with a price.

/** The kinds of exceptions, the gravest first. */
export const EXCEPTION_KINDS = ['UNVALUED', 'UNUSABLE', 'STALE', 'JUMP'] as const;

export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

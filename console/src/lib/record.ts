// Helpers for reading records in replies.

/**
 * The id of a stored record. Every record has one, although the published shapes make it optional.
 */
export const idOf = ({ id }: { readonly id?: number | undefined }): number => id ?? 0;

interface Movement {
  readonly transType?: string | undefined;
  /** A custodian settlement's direction, which is the first word of its label. */
  readonly direction?: string | undefined;
  /** A unit transfer's type, which is the first word of its label. */
  readonly type?: string | undefined;
  readonly label?: string | undefined;
}

/** Returns the label of a movement with its leading code translated into the reader's language. */
export function translatedLabel(
  { transType, direction, type, label }: Movement,
  word: (code: string) => string,
): string | undefined {
  const kind = transType ?? direction ?? type;
  if (kind === undefined || !label?.startsWith(`${kind} `)) return label;
  return `${word(kind)}${label.slice(kind.length)}`;
}

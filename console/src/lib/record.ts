// Reading records of replies.

/**
 * The id of a stored record. Every record has one, although the published shapes make it optional.
 */
export const idOf = ({ id }: { readonly id?: number | undefined }): number => id ?? 0;

interface Movement {
  readonly transType?: string | undefined;
  /** The direction of a custodian settlement, which its label begins with. */
  readonly direction?: string | undefined;
  readonly label?: string | undefined;
}

/** The label of a movement. Its leading code is translated into the reader's language. */
export function translatedLabel(
  { transType, direction, label }: Movement,
  word: (code: string) => string,
): string | undefined {
  const kind = transType ?? direction;
  if (kind === undefined || !label?.startsWith(`${kind} `)) return label;
  return `${word(kind)}${label.slice(kind.length)}`;
}

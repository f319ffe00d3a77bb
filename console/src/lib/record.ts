// Records of replies.

/** The id of a stored record: every one has it, though the shapes of replies do not promise it. */
export const idOf = ({ id }: { readonly id?: number | undefined }): number => id ?? 0;

interface Movement {
  readonly transType?: string | undefined;
  /** Of a settlement with a custodian, the same. */
  readonly direction?: string | undefined;
  readonly label?: string | undefined;
}

/** The label of a movement, which begins with the code of its kind, in the reader's words. */
export function saidLabel(
  { transType, direction, label }: Movement,
  word: (code: string) => string,
): string | undefined {
  const kind = transType ?? direction;
  if (kind === undefined || !label?.startsWith(`${kind} `)) return label;
  return `${word(kind)}${label.slice(kind.length)}`;
}

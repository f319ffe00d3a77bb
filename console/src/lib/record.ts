// Records of replies.

/** The id of a stored record: every one has it, though the shapes of replies do not promise it. */
export const idOf = ({ id }: { readonly id?: number | undefined }): number => id ?? 0;

interface Movement {
  readonly transType?: string | undefined;
  readonly label?: string | undefined;
}

/** The label of a movement, which begins with the code of its kind, in the reader's words. */
export function saidLabel(
  { transType, label }: Movement,
  word: (code: string) => string,
): string | undefined {
  if (transType === undefined || !label?.startsWith(`${transType} `)) return label;
  return `${word(transType)}${label.slice(transType.length)}`;
}

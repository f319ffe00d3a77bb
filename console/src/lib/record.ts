// Records of replies.

/** The id of a stored record: every one has it, though the shapes of replies do not promise it. */
export const idOf = ({ id }: { readonly id?: number | undefined }): number => id ?? 0;

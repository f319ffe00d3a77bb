// The names of order terms. The firm names its own terms; those named by the standard codes are
// translated.

const STANDARD: readonly string[] = ['DAY', 'GTC', 'GTD'];

/** Returns the word for a standard term, and the firm's own label for any other. */
export function termLabel(
  name: string | undefined,
  label: string | undefined,
  word: (code: string) => string,
): string | undefined {
  return name !== undefined && STANDARD.includes(name) ? word(name) : label;
}

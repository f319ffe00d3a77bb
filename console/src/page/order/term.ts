// The names of order terms. Standard terms are translated, and the firm names its own terms.

const STANDARD: readonly string[] = ['DAY', 'GTC', 'GTD'];

/** Returns the word for a standard term, and the firm's own label for any other. */
export function termLabel(
  name: string | undefined,
  label: string | undefined,
  word: (code: string) => string,
): string | undefined {
  return name !== undefined && STANDARD.includes(name) ? word(name) : label;
}

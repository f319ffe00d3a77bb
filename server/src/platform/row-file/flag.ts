// Reads flags, such as yes and no, in files.

const TRUE_WORDS: ReadonlySet<string> = new Set([
  ...['1', 'y', 'yes', 'x', 'true', 't', 'on', 'ja', 'j', 'oui', 'si', 'sí', 'sim'],
  ...['wahr', 'vrai', 'verdadero', 'checked', '✓', '✔', '☑'],
]);
const FALSE_WORDS: ReadonlySet<string> = new Set([
  ...['0', 'n', 'no', 'false', 'f', 'off', 'nein', 'nee', 'non', 'não', 'nao'],
  ...['falsch', 'faux', 'falso', 'unchecked', '☐'],
]);

/** Returns the flag of a cell. Undefined if it is not understood. */
export function readFlag(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : undefined;
}

// Parses amounts as users type them, with the separators of their language.

import type { Speech } from './language.js';

const SAMPLE = 12_345.6;

/**
 * Converts typed text to the API's format. Text that is ambiguous in the reader's language is
 * returned unchanged, so that the server refuses it and nothing is guessed.
 */
export function typedAmount(text: string, { intl }: Speech): string {
  const parts = new Intl.NumberFormat(intl.locale).formatToParts(SAMPLE);
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const group = spaced(signOf('group'));
  const decimal = signOf('decimal');
  const typed = spaced(text.trim());
  const figure = new RegExp(`^(\\d+|\\d{1,3}([${group}]\\d{3})+)([${decimal}]\\d+)?$`);
  return figure.test(typed) ? typed.replaceAll(group, '').replace(decimal, '.') : text.trim();
}

/** Matches any space that a language or a keyboard uses between groups of digits. */
const spaced = (text: string): string => text.replaceAll(/\s/g, ' ');

// Amounts as people type them: with the points and groups of their language.

import type { Speech } from './language.js';

const SAMPLE = 12_345.6;

/**
 * What was typed as the server takes it. A text without one reading in the reader's language stays
 * as it is: the server refuses it, and nothing is guessed.
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

/** Whichever space a language or a keyboard has between groups. */
const spaced = (text: string): string => text.replaceAll(/\s/g, ' ');

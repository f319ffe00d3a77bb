// The URL parameters of the imports page.

import { choiceOf } from '../../lib/search.js';

export const IMPORTS = [
  ...(['leads', 'prices', 'yields', 'certificates', 'transfers', 'statements'] as const),
] as const;
export type ImportName = (typeof IMPORTS)[number];

interface ImportSearch {
  readonly of?: ImportName | undefined;
  /** `new` opens the import form. */
  readonly form?: 'new' | undefined;
}

export const readImportSearch = (search: Record<string, unknown>): ImportSearch => ({
  of: choiceOf(search, 'of', IMPORTS),
  form: choiceOf(search, 'form', ['new']),
});

// Which imports are looked at, as the address holds it.

import { choiceOf } from '../../lib/search.js';

export const IMPORTS = ['leads', 'prices', 'statements'] as const;
export type ImportName = (typeof IMPORTS)[number];

interface ImportSearch {
  readonly of?: ImportName | undefined;
  /** `new`: a file is being chosen. */
  readonly form?: 'new' | undefined;
}

export const readImportSearch = (search: Record<string, unknown>): ImportSearch => ({
  of: choiceOf(search, 'of', IMPORTS),
  form: choiceOf(search, 'form', ['new']),
});

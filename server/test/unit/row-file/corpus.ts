// Files of rows in the forms that banks, spreadsheets and other programs write, and the expected
// readings.

import { BANK_FILES } from './bank-corpus.js';
import { BATCH_FILES, JOURNAL_FILES } from './book-corpus.js';
import type { CorpusFile } from './corpus-file.js';
import { LEAD_FILES } from './lead-corpus.js';
import { PRICE_FILES } from './price-corpus.js';

/** Every file of the corpus. */
export const CORPUS: readonly CorpusFile[] = [
  ...BANK_FILES,
  ...JOURNAL_FILES,
  ...BATCH_FILES,
  ...PRICE_FILES,
  ...LEAD_FILES,
];

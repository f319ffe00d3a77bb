// A file of the corpus: its bytes, and how it must be read.

import iconv from 'iconv-lite';
import { type BookCell, workbookOf } from '../../support/workbook.js';
import type { Asked, ImportName } from './read.js';

/** A file, and its rows or the text with which it must be refused. */
export interface CorpusFile extends Omit<Asked, 'file'> {
  readonly name: string;
  readonly of: ImportName;
  readonly bytes: Buffer;
  readonly rows?: readonly (Readonly<Record<string, unknown>> | RegExp)[];
  readonly refused?: RegExp;
  /** Members that the reply must contain. */
  readonly shows?: Readonly<Record<string, unknown>>;
}

type Form = Omit<CorpusFile, 'name' | 'of' | 'bytes'> & { readonly encoding?: string };

/** A text file, in UTF-8 unless the form has another encoding. */
export const file = (
  [of, name]: readonly [ImportName, string],
  text: string,
  form: Form,
): CorpusFile => {
  const { encoding = 'utf8', ...rest } = form;
  return { of, name, bytes: iconv.encode(text, encoding), ...rest };
};
/** A workbook with one sheet. */
export const book = (
  [of, name]: readonly [ImportName, string],
  sheet: readonly (readonly BookCell[])[],
  form: Form,
): CorpusFile => ({ of, name, bytes: workbookOf({ Sheet1: sheet }), ...form });

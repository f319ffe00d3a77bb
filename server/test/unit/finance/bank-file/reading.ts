// Reads a dialect and shows the reading as plain values, for golden files and checks.

import { readCamt053 } from '../../../../src/modules/finance/bank/camt053.js';
import { chainedPages } from '../../../../src/modules/finance/bank/file-page.js';
import { readMt940 } from '../../../../src/modules/finance/bank/mt940.js';
import type { StatementFile } from '../../../../src/modules/finance/bank/statement-line.js';
import type { Dialect } from './mt940-dialect.js';

/** A kind of file with its reader. */
export type FileKind = 'mt940' | 'camt053';

/** Reads a file as an import does. */
export async function readDialect(kind: FileKind, dialect: Dialect): Promise<StatementFile> {
  const { currency, bankAccount, text } = dialect;
  const choice = { currency, bankAccount, member: kind };
  const read = kind === 'mt940' ? readMt940 : readCamt053;
  return chainedPages(await read(text, choice), choice);
}

/** Shows a reading in rows of text, one per page, line and note. */
export function shownReading({ pages, notes }: StatementFile): string[] {
  return [
    ...pages.flatMap((page) => [
      `${page.bankAccount} ${page.number}/${page.sequence} ` +
        `${page.openedOn} ${page.openingMinor} to ${page.closedOn} ${page.closingMinor}`,
      ...page.lines.map(
        (line) =>
          `  ${line.bookedOn} ${line.amountMinor} [${line.reference ?? ''}] ` +
          (line.description ?? ''),
      ),
    ]),
    ...notes.map(({ row, detail }) => `row ${row}: ${detail}`),
  ];
}

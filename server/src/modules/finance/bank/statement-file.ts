// Reads the lines of a bank's file: CSV with the columns that the caller names, MT940 or camt.053.
// A file with an unreadable line is refused as a whole, because a statement with gaps proves
// nothing.

import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { financeProblems } from '../problems.js';
import { readCamt053 } from './camt053.js';
import { hashOf } from './content.js';
import { readBankCsv } from './csv.js';
import { chainedPages } from './file-page.js';
import { readMt940 } from './mt940.js';
import type { BankStatementBody } from './schema.js';
import { decodeStatement, refuseLostLetters } from './statement-bytes.js';
import type { FileNote, StatementFile, StatementLine, StatementPage } from './statement-line.js';

export interface BankLine extends StatementLine {
  /** Equal for identical lines. */
  readonly contentHash: string;
  /** The page that the line is on, counted from 1; undefined in a file without statements. */
  readonly pageNo: number | undefined;
}

/** A file as read: its lines and, unless it is CSV, its pages. */
export interface BankFile {
  readonly lines: readonly BankLine[];
  readonly pages: readonly StatementPage[];
  readonly notes: readonly FileNote[];
}

/**
 * Reads a file in its account's currency. Refuses BANK_STATEMENT_REFUSED, with an error for each
 * line.
 */
export async function readBankFile(body: BankStatementBody, currency: string): Promise<BankFile> {
  const { csv, columns, mt940, camt053, file, bankAccount } = body;
  if ([csv, mt940, camt053, file].filter((one) => one !== undefined).length !== 1) {
    throw wrongFile('csv', 'or mt940, camt053 or file is needed, and only one of them');
  }
  if (csv === undefined && columns !== undefined) throw wrongFile('columns', 'are for a CSV file');
  const sent = statementIn(body);
  if (sent !== undefined) {
    refuseLostLetters(sent.text, sent.member);
    const choice = { currency, bankAccount, member: sent.member };
    const read = sent.format === 'mt940' ? readMt940 : readCamt053;
    return fileOf(chainedPages(await read(sent.text, choice), choice));
  }
  if (columns === undefined) throw wrongFile('columns', 'are needed to read a CSV file');
  const lines = await readBankCsv({ ...body, csv: csv ?? '', columns }, currency);
  const unpaged = lines.map((line) => ({ ...line, pageNo: undefined }));
  return { lines: await identified(unpaged), pages: [], notes: [] };
}

// The bytes of a file show their own format.
function statementIn({ mt940, camt053, file }: BankStatementBody) {
  if (mt940 !== undefined) return { format: 'mt940', text: mt940, member: 'mt940' } as const;
  if (camt053 !== undefined) {
    return { format: 'camt053', text: camt053, member: 'camt053' } as const;
  }
  return file === undefined ? undefined : { ...decodeStatement(file), member: 'file' as const };
}

async function fileOf({ pages, notes }: StatementFile): Promise<BankFile> {
  const lines = pages.flatMap((page, index) =>
    page.lines.map((line) => ({ ...line, pageNo: index + 1 })),
  );
  const numbered = lines.map((line, index) => ({ ...line, lineNo: index + 1 }));
  return { lines: await identified(numbered), pages, notes };
}

// Zero lines are left out.
function identified(lines: readonly Omit<BankLine, 'contentHash'>[]): Promise<BankLine[]> {
  const moving = lines.filter(({ amountMinor }) => amountMinor !== 0n);
  return mapInTurns(moving, (line) => ({ ...line, contentHash: hashOf(line) }));
}

function wrongFile(member: string, detail: string) {
  return refuseMember(financeProblems.BANK_STATEMENT_REFUSED, member, detail);
}

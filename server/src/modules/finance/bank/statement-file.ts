// Reads the lines of a bank's file: CSV with the columns that the caller names, MT940 or camt.053.
// A file with an unreadable line is refused as a whole, because a statement with gaps proves
// nothing.

import { decodeBase64 } from '../../../platform/base64.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { decodeText } from '../../../platform/row-file/encoding.js';
import { isWorkbook } from '../../../platform/row-file/workbook.js';
import { financeProblems } from '../problems.js';
import { readCamt053 } from './camt053.js';
import { hashOf } from './content.js';
import { type BankCsv, readBankCsv } from './csv.js';
import { chainedPages } from './file-page.js';
import { readMt940 } from './mt940.js';
import type { BankStatementBody } from './schema.js';
import type { FileNote, StatementFile, StatementLine, StatementPage } from './statement-line.js';

export interface BankLine extends StatementLine {
  /** Equal for identical lines. */
  readonly contentHash: string;
  /** The page that the line is on, counted from 1; undefined in a file without statements. */
  readonly pageNo: number | undefined;
}

/** A file as read: its lines, its pages unless it has rows, and how its rows were read. */
export interface BankFile extends Pick<BankCsv, 'headers' | 'reading'> {
  readonly lines: readonly BankLine[];
  readonly pages: readonly StatementPage[];
  readonly notes: readonly FileNote[];
}

/**
 * Reads a file in its account's currency. Refuses BANK_STATEMENT_REFUSED, with an error for each
 * line.
 */
export async function readBankFile(given: BankStatementBody, currency: string): Promise<BankFile> {
  const { csv, file, mt940, camt053 } = given;
  if ([csv, file, mt940, camt053].filter((form) => form !== undefined).length !== 1) {
    throw wrongFile('csv', 'or file or mt940 or camt053 is required, but only one of them');
  }
  const body = file === undefined ? given : await messageOf(given, file);
  const message = await pagesOf(body, currency);
  if (message !== undefined) {
    for (const member of ['columns', 'mapping'] as const) {
      if (body[member] !== undefined)
        throw wrongFile(member, 'can be used only with a CSV or XLSX file');
    }
    return fileOf(message);
  }
  if (body.bankAccount !== undefined)
    throw wrongFile('bankAccount', 'can be used only with MT940 and camt.053');
  const { lines, headers, reading } = await readBankCsv(body, currency);
  const unpaged = lines.map((line) => ({ ...line, pageNo: undefined }));
  return { lines: await identified(unpaged), pages: [], notes: [], headers, reading };
}

// Returns the statements of a message; undefined for a file of rows.
async function pagesOf(
  { mt940, camt053, bankAccount }: BankStatementBody,
  currency: string,
): Promise<StatementFile | undefined> {
  if (mt940 !== undefined) {
    const choice = { currency, bankAccount, member: 'mt940' } as const;
    return chainedPages(await readMt940(mt940, choice), choice);
  }
  if (camt053 === undefined) return undefined;
  const choice = { currency, bankAccount, member: 'camt053' } as const;
  return chainedPages(await readCamt053(camt053, choice), choice);
}

// Bytes are a message if their text starts like one, else a file of rows.
async function messageOf(body: BankStatementBody, file: string): Promise<BankStatementBody> {
  const bytes = await decodeBase64(file);
  if (bytes === undefined) throw wrongFile('file', 'is not base64');
  if (isWorkbook(bytes)) return body;
  const { text } = await decodeText(bytes, body.reading?.encoding, (detail) =>
    wrongFile('file', detail),
  );
  const start = text.slice(0, MESSAGE_WITHIN_CHARACTERS);
  const { file: _, ...rest } = body;
  if (/^\s*<(\?xml|[\w:]*Document)\b/.test(start)) return { ...rest, camt053: text };
  return /^:20:/m.test(start) && /^:25P?:/m.test(start) ? { ...rest, mt940: text } : body;
}

/** Characters at the start of a file within which an MT940 message starts. */
const MESSAGE_WITHIN_CHARACTERS = 4_096;

async function fileOf({ pages, notes }: StatementFile): Promise<BankFile> {
  const lines = pages.flatMap((page, index) =>
    page.lines.map((line) => ({ ...line, pageNo: index + 1 })),
  );
  const numbered = lines.map((line, index) => ({ ...line, lineNo: index + 1 }));
  return { lines: await identified(numbered), pages, notes, headers: [], reading: undefined };
}

// Zero lines are left out.
function identified(lines: readonly Omit<BankLine, 'contentHash'>[]): Promise<BankLine[]> {
  const moving = lines.filter(({ amountMinor }) => amountMinor !== 0n);
  return mapInTurns(moving, (line) => ({ ...line, contentHash: hashOf(line) }));
}

function wrongFile(member: string, detail: string) {
  return refuseMember(financeProblems.BANK_STATEMENT_REFUSED, member, detail);
}

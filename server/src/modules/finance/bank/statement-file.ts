// Reads the lines of a bank's file: CSV with the columns that the caller names, MT940 or camt.053.
// A file with an unreadable line is refused as a whole, because a statement with missing lines
// cannot be relied on.

import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { decodeBase64 } from '../../../platform/files/base64.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { decodeText } from '../../../platform/row-file/encoding.js';
import { isWorkbook } from '../../../platform/row-file/workbook.js';
import { financeProblems } from '../problems.js';
import { readCamt053 } from './camt053.js';
import { hashOf } from './content.js';
import { type BankCsv, readBankCsv } from './csv.js';
import { refusedPlace } from './file-fault.js';
import { chainedPages } from './file-page.js';
import { readMt940 } from './mt940.js';
import type { BankStatementBody } from './schema.js';
import type {
  FileNote,
  StatementFile,
  StatementLine,
  StatementMember,
  StatementPage,
} from './statement-line.js';

export interface BankLine extends StatementLine {
  /** A hash of the content, equal for identical lines. */
  readonly contentHash: string;
  /** The page that the line is on, counted from 1; undefined in a file without statements. */
  readonly pageNo: number | undefined;
}

/** A parsed file: its lines, its pages (for a message), and how its rows were read. */
interface BankFile extends Pick<BankCsv, 'headers' | 'reading' | 'valueDateHeader'> {
  readonly lines: readonly BankLine[];
  readonly pages: readonly StatementPage[];
  readonly notes: readonly FileNote[];
}

/**
 * Reads a file in its account's currency. Refuses with BANK_STATEMENT_REFUSED, listing each invalid
 * row.
 */
export async function readBankFile(given: BankStatementBody, currency: string): Promise<BankFile> {
  const { csv, file, mt940, camt053 } = given;
  if ([csv, file, mt940, camt053].filter((form) => form !== undefined).length !== 1) {
    throw wrongFile('csv', 'or file or mt940 or camt053 is required, but only one of them');
  }
  const body = file === undefined ? given : await messageOf(given, file);
  const message = await pagesOf(body, currency, file !== undefined);
  if (message !== undefined) {
    for (const member of ['columns', 'mapping'] as const) {
      if (body[member] !== undefined)
        throw wrongFile(member, 'can be used only with a CSV or XLSX file');
    }
    if (file === undefined && body.reading !== undefined) {
      throw wrongFile('reading', 'is only for a file of rows, or for a file sent as raw bytes');
    }
    return fileOf(message);
  }
  if (body.bankAccount !== undefined)
    throw wrongFile('bankAccount', 'can be used only with MT940 and camt.053');
  const { lines, ...rows } = await readBankCsv(body, currency);
  const unpaged = lines.map((line) => ({ ...line, pageNo: undefined }));
  return { lines: await identified(unpaged), pages: [], notes: [], ...rows };
}

// Returns the statements of a message; undefined for a file of rows. A refusal names the member
// that was sent.
async function pagesOf(
  { mt940, camt053, bankAccount }: BankStatementBody,
  currency: string,
  areBytes: boolean,
): Promise<StatementFile | undefined> {
  const text = mt940 ?? camt053;
  if (text === undefined) return undefined;
  const format = mt940 === undefined ? 'camt053' : 'mt940';
  const member = areBytes ? 'file' : format;
  refuseLostLetters(text, member);
  const choice = { currency, bankAccount, member } as const;
  const read = format === 'mt940' ? readMt940 : readCamt053;
  return chainedPages(await read(text, choice), choice);
}

const ROW_END = /\r\n|\n|\r/;

// Refuses a file in which an earlier conversion replaced letters that it could not read.
function refuseLostLetters(text: string, member: StatementMember): void {
  const at = text.indexOf('\uFFFD');
  if (at === -1) return;
  const rows = text.slice(0, at).split(ROW_END);
  const [rest] = text.slice(at).split(ROW_END, 1);
  const place = { row: rows.length, text: `${rows.at(-1)}${rest}` };
  const detail =
    'contains U+FFFD, which replaced a letter that could not be read: send the bytes of the file';
  throw refusedPlace(member, place, detail);
}

// Bytes are treated as a message if their text starts like one, otherwise as a file of rows.
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
  return /^(\{.*)?:20:/m.test(start) && /^:25P?:/m.test(start) ? { ...rest, mt940: text } : body;
}

/** The number of characters from the start of a file within which an MT940 message must begin. */
const MESSAGE_WITHIN_CHARACTERS = 4_096;

async function fileOf({ pages, notes }: StatementFile): Promise<BankFile> {
  const lines = pages.flatMap((page, index) =>
    page.lines.map((line) => ({ ...line, pageNo: index + 1 })),
  );
  const numbered = lines.map((line, index) => ({ ...line, lineNo: index + 1 }));
  const rows = { headers: [], reading: undefined, valueDateHeader: undefined };
  return { lines: await identified(numbered), pages, notes, ...rows };
}

// Lines with a zero amount are skipped.
function identified(lines: readonly Omit<BankLine, 'contentHash'>[]): Promise<BankLine[]> {
  const moving = lines.filter(({ amountMinor }) => amountMinor !== 0n);
  return mapInTurns(moving, (line) => ({ ...line, contentHash: hashOf(line) }));
}

function wrongFile(member: string, detail: string) {
  return refuseMember(financeProblems.BANK_STATEMENT_REFUSED, member, detail);
}

// Reads the lines of a bank's file: CSV with the columns that the caller names, MT940 or camt.053.
// A file with an unreadable line is refused as a whole, because a statement with gaps proves
// nothing.

import { createHash } from 'node:crypto';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { decodeBase64 } from '../../../platform/files/base64.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { decodeText } from '../../../platform/row-file/encoding.js';
import { isWorkbook } from '../../../platform/row-file/workbook.js';
import { financeProblems } from '../problems.js';
import { readCamt053 } from './camt053.js';
import { type BankCsv, readBankCsv } from './csv.js';
import { readMt940 } from './mt940.js';
import type { BankStatementBody } from './schema.js';
import type { StatementLine } from './statement-line.js';

export interface BankLine extends StatementLine {
  /** Identifies identical lines; `occurrence` numbers them within the file. */
  readonly contentHash: string;
  readonly occurrence: number;
}

/** The lines of a file, and how its rows were read. */
export interface BankFile extends Pick<BankCsv, 'headers' | 'reading'> {
  readonly lines: readonly BankLine[];
}

/**
 * Reads a file in its account's currency. Refuses BANK_STATEMENT_REFUSED, with an error for each
 * line.
 */
export async function readBankFile(given: BankStatementBody, currency: string): Promise<BankFile> {
  const { csv, file, mt940, camt053 } = given;
  if ([csv, file, mt940, camt053].filter((form) => form !== undefined).length !== 1) {
    throw wrongFile('csv', 'or file or mt940 or camt053 is needed, and only one of them');
  }
  const body = file === undefined ? given : await messageOf(given, file);
  if (body.mt940 !== undefined || body.camt053 !== undefined) {
    for (const member of ['columns', 'mapping'] as const) {
      if (body[member] !== undefined) throw wrongFile(member, 'are for a file of rows');
    }
    const lines =
      body.mt940 === undefined
        ? await readCamt053(body.camt053 ?? '', currency)
        : await readMt940(body.mt940, currency);
    return { lines: await numbered(lines), headers: [], reading: undefined };
  }
  const { lines, headers, reading } = await readBankCsv(body, currency);
  return { lines: await numbered(lines), headers, reading };
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

// Numbers identical lines in a file by occurrence. Zero lines are left out.
function numbered(lines: readonly StatementLine[]): Promise<BankLine[]> {
  const seen = new Map<string, number>();
  const moving = lines.filter(({ amountMinor }) => amountMinor !== 0n);
  return mapInTurns(moving, (line) => {
    const contentHash = hashOf(line);
    const occurrence = (seen.get(contentHash) ?? 0) + 1;
    seen.set(contentHash, occurrence);
    return { ...line, contentHash, occurrence };
  });
}

type Content = Pick<BankLine, 'bookedOn' | 'amountMinor' | 'reference' | 'description'>;

function hashOf({ bookedOn, amountMinor, reference, description }: Content): string {
  const content = JSON.stringify([bookedOn, String(amountMinor), reference, description]);
  return createHash('sha256').update(content).digest('base64url');
}

function wrongFile(member: string, detail: string) {
  return refuseMember(financeProblems.BANK_STATEMENT_REFUSED, member, detail);
}

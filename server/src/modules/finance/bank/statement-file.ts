// Reads the lines of a bank's file: CSV with the columns that the caller names, MT940 or camt.053.
// A file with an unreadable line is refused as a whole, because a statement with gaps proves
// nothing.

import { createHash } from 'node:crypto';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { financeProblems } from '../problems.js';
import { readCamt053 } from './camt053.js';
import { readBankCsv } from './csv.js';
import { readMt940 } from './mt940.js';
import type { BankStatementBody } from './schema.js';
import type { StatementLine } from './statement-line.js';

export interface BankLine extends StatementLine {
  /** Identifies identical lines; `occurrence` numbers them within the file. */
  readonly contentHash: string;
  readonly occurrence: number;
}

/**
 * Reads a file in its account's currency. Refuses BANK_STATEMENT_REFUSED, with an error for each
 * line.
 */
export async function readBankFile(body: BankStatementBody, currency: string): Promise<BankLine[]> {
  const { csv, columns, mt940, camt053 } = body;
  if ([csv, mt940, camt053].filter((file) => file !== undefined).length !== 1) {
    throw wrongFile('csv', 'or mt940 or camt053 is needed, and only one of them');
  }
  if (csv === undefined && columns !== undefined) throw wrongFile('columns', 'are for a CSV file');
  if (mt940 !== undefined) return numbered(await readMt940(mt940, currency));
  if (camt053 !== undefined) return numbered(await readCamt053(camt053, currency));
  if (columns === undefined) throw wrongFile('columns', 'are needed to read a CSV file');
  return numbered(await readBankCsv({ ...body, csv: csv ?? '', columns }, currency));
}

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

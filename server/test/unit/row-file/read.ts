// Reads a file with each import's table definition, without a database.

import { YIELD_TABLE } from '../../../src/modules/asset/market-yield/csv.js';
import { LEAD_TABLE, refuseUnreadFile } from '../../../src/modules/crm/lead-import/column.js';
import type { BankStatementBody } from '../../../src/modules/finance/bank/schema.js';
import { readBankFile } from '../../../src/modules/finance/bank/statement-file.js';
import { rowsOf } from '../../../src/modules/finance/cash/batch-row.js';
import { JOURNAL_TABLE } from '../../../src/modules/finance/journal/import-csv.js';
import { PRICE_TABLE } from '../../../src/modules/market/price-import/csv.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';
import { describeFault } from '../../../src/platform/row-file/cell.js';
import type { RowTable } from '../../../src/platform/row-file/column.js';
import { fileGiven } from '../../../src/platform/row-file/import-rows.js';
import type { StatedReading, UsedReading } from '../../../src/platform/row-file/reading.js';

export const IMPORTS = ['BANK', 'JOURNAL', 'BATCH', 'LEAD', 'PRICE'] as const;
export type ImportName = (typeof IMPORTS)[number];

export interface Asked {
  readonly file: string;
  readonly mapping?: NonNullable<BankStatementBody['mapping']>;
  readonly columns?: NonNullable<BankStatementBody['columns']>;
  readonly reading?: StatedReading;
  readonly currency?: string;
}

/** The rows of a file, each with its cells or the reason for its refusal. */
export interface ReadFile {
  readonly rows: readonly (Readonly<Record<string, unknown>> | string)[];
  readonly reading: UsedReading | undefined;
}

/** Reads a file. If it is refused as a whole, returns the texts of all violations. */
export async function readFor(
  name: ImportName | 'YIELD',
  asked: Asked,
): Promise<ReadFile | string> {
  try {
    return await readAny(name, asked);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors = [], detail = '' } = error.details;
    return [error.kind.code, ...errors.map((one) => one.detail), detail].join(' | ');
  }
}

function readAny(name: ImportName | 'YIELD', asked: Asked): Promise<ReadFile> {
  switch (name) {
    case 'BANK':
      return readBank(asked);
    case 'BATCH':
      return readBatch(asked);
    case 'JOURNAL':
      return readTable(asked, JOURNAL_TABLE);
    case 'PRICE':
      return readTable<string>(asked, PRICE_TABLE);
    case 'YIELD':
      return readTable<string>(asked, YIELD_TABLE);
    case 'LEAD':
      return readTable(asked, LEAD_TABLE);
    default:
      return name satisfies never;
  }
}

async function readBank({ currency = 'NGN', ...asked }: Asked): Promise<ReadFile> {
  const { lines, reading } = await readBankFile({ contraAcctName: 'BANK', ...asked }, currency);
  const rows = lines.map(({ bookedOn, amountMinor, reference, description }) => ({
    date: bookedOn,
    minor: amountMinor,
    ...(reference && { reference }),
    ...(description && { description }),
  }));
  return { rows, reading };
}

async function readBatch({ currency: _, columns: __, ...asked }: Asked): Promise<ReadFile> {
  const { rows, reading } = await rowsOf({ batchName: 'B', ...asked });
  return { rows: rows.map(({ sent, fault }) => (fault ? describeFault(fault) : sent)), reading };
}

async function readTable<Column extends string>(
  asked: Asked,
  table: RowTable<Column>,
): Promise<ReadFile> {
  const read = await fileGiven<Column>(asked, table);
  if (Object.is(table, LEAD_TABLE)) refuseUnreadFile(read, asked);
  const rows = read.rows.map((cells, index) => {
    const fault = read.faults[index];
    if (fault !== undefined) return `${fault.code} ${describeFault(fault)}`;
    return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''));
  });
  return { rows, reading: read.reading };
}

// Reads the rows of a transfer file. Rows with the same `transfer` value form one transfer. Within
// a transfer, rows with the same security are purchases of that security.

import type { Static } from '@sinclair/typebox';
import {
  type BusinessDate,
  businessDate,
  parseBusinessDate,
} from '../../../platform/calendar/business-date.js';
import type { Violation } from '../../../platform/http/reply/problem.js';
import { readWire, type WireOptions } from '../../../platform/http/shape/wire.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { type CellFault, describeFault } from '../../../platform/row-file/cell.js';
import { SHARED_COLUMNS, type TransferCells, type TransferColumn } from './import-column.js';
import { COST_BASES, isInward, OWNER_CHANGES, TRANSFER_TYPES } from './record.js';
import type { TransferBody } from './schema.js';

type Body = Static<typeof TransferBody>;
type Line = Body['lines'][number];

/** A transfer in a file, with the indexes of its rows and of each line's rows. */
export interface ReadTransfer {
  readonly body: Body;
  readonly rows: readonly number[];
  readonly lineRows: readonly (readonly number[])[];
}

/** The transfers of a file, and the errors in its cells. */
interface ReadTransfers {
  readonly transfers: readonly ReadTransfer[];
  readonly errors: readonly Violation[];
}

/** The error code for a cell whose value is invalid for its column. */
const WRONG = 'CELL_WRONG';

interface Row {
  readonly at: number;
  readonly cells: TransferCells;
}

/** Reads all rows. Each invalid cell adds an error with its row and column. */
export function readTransfers(
  rows: readonly TransferCells[],
  faults: readonly (CellFault | undefined)[],
): ReadTransfers {
  const errors: Violation[] = faults.flatMap((fault, at) =>
    fault === undefined
      ? []
      : [{ pointer: pointerOf(at, fault.column), code: fault.code, detail: describeFault(fault) }],
  );
  const groups = new Map<string, Row[]>();
  for (const [at, cells] of rows.entries()) {
    if (faults[at] !== undefined) continue;
    const key = cells.transfer?.trim() || `row ${at}`;
    groups.set(key, [...(groups.get(key) ?? []), { at, cells }]);
  }
  const transfers: ReadTransfer[] = [];
  for (const group of groups.values()) {
    const read = transferOf(group, errors);
    if (read !== undefined) transfers.push(read);
  }
  return { transfers, errors };
}

/** The position of a cell in the request. Rows are counted from 0, as in JSON. */
export function pointerOf(at: number, column?: string): string {
  return column === undefined ? `/rows/${at}` : `/rows/${at}/${column}`;
}

/** Reads the cells of a row, and adds an error for each invalid cell. */
class CellReader {
  readonly #row: Row;
  readonly #errors: Violation[];
  isWrong = false;

  constructor(row: Row, errors: Violation[]) {
    this.#row = row;
    this.#errors = errors;
  }

  refuse(column: TransferColumn, why: string): undefined {
    this.isWrong = true;
    const { at, cells } = this.#row;
    const cell = cells[column]?.trim() ?? '';
    const detail = `row ${at + 1}, column "${column}", cell "${cell}": ${why}`;
    this.#errors.push({ pointer: pointerOf(at, column), code: WRONG, detail });
    return undefined;
  }

  text(column: TransferColumn): string | undefined {
    return this.#row.cells[column]?.trim() || undefined;
  }

  needed(column: TransferColumn): string {
    return this.text(column) ?? this.refuse(column, 'is empty') ?? '';
  }

  choice<Word extends string>(column: TransferColumn, words: readonly Word[]): Word | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    const word = words.find((one) => one === text.toUpperCase());
    return word ?? this.refuse(column, `is not one of ${words.join(', ')}`);
  }

  decimal(column: TransferColumn): Decimal | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    const reading = readWire('decimal', text, DECIMALS);
    if ('refused' in reading || !Decimal.isDecimal(reading.value)) {
      return this.refuse(column, 'must be a number of at least 0');
    }
    return reading.value;
  }

  units(column: TransferColumn): bigint {
    const read = this.decimal(column);
    if (this.text(column) === undefined) this.refuse(column, 'is empty');
    if (read === undefined) return 0n;
    if (!read.isInteger()) this.refuse(column, 'is not a whole number of units');
    return read.isInteger() ? BigInt(read.toFixed()) : 0n;
  }

  date(column: TransferColumn): BusinessDate | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    return parseBusinessDate(text) ?? this.refuse(column, 'is not a date');
  }
}

const DECIMALS: WireOptions = { least: 0 };

function transferOf(group: readonly Row[], errors: Violation[]): ReadTransfer | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const before = errors.length;
  refuseDifferent(group, errors);
  const head = headOf(new CellReader(first, errors));
  const lines = new Map<string, { readonly line: Line; readonly rows: number[] }>();
  for (const row of group) {
    const line = lineOf(new CellReader(row, errors), head.type);
    const known = lines.get(line.securityName);
    if (known === undefined || line.lots === undefined || known.line.lots === undefined) {
      // Two lines for one security that are not purchases stay separate, so that the transfer is
      // refused.
      const key = known === undefined ? line.securityName : `${line.securityName} row ${row.at}`;
      lines.set(key, { line, rows: [row.at] });
      continue;
    }
    const lots = [...known.line.lots, ...line.lots];
    const quantity = known.line.quantity + line.quantity;
    const rows = [...known.rows, row.at];
    lines.set(line.securityName, { line: { ...known.line, quantity, lots }, rows });
  }
  if (errors.length > before) return undefined;
  return {
    body: { ...head, lines: [...lines.values()].map(({ line }) => line) },
    rows: group.map(({ at }) => at),
    lineRows: [...lines.values()].map(({ rows }) => rows),
  };
}

// Columns that apply to a whole transfer must have equal values in all its rows, or be empty after
// the first row.
function refuseDifferent([first, ...others]: readonly Row[], errors: Violation[]): void {
  for (const row of others) {
    const reader = new CellReader(row, errors);
    for (const column of SHARED_COLUMNS) {
      const text = reader.text(column);
      if (text === undefined || text === first?.cells[column]?.trim()) continue;
      reader.refuse(column, `differs from row ${(first?.at ?? 0) + 1} of the same transfer`);
    }
  }
}

function headOf(reader: CellReader): Omit<Body, 'lines'> {
  const type = reader.choice('type', TRANSFER_TYPES);
  if (reader.text('type') === undefined) reader.refuse('type', 'is empty');
  const effectiveDate = reader.date('effectiveDate');
  if (reader.text('effectiveDate') === undefined) reader.refuse('effectiveDate', 'is empty');
  const optional = <Name extends TransferColumn>(name: Name) => {
    const text = reader.text(name);
    return text === undefined ? {} : { [name]: text };
  };
  const ownerChange = reader.choice('ownerChange', OWNER_CHANGES);
  const counterParty = {
    ...optional('memberCode'),
    ...optional('account'),
    ...optional('chn'),
    ...optional('holder'),
  };
  return {
    type: type ?? 'DEPOSIT',
    portfolioName: reader.needed('portfolioName'),
    ...optional('toPortfolioName'),
    effectiveDate: effectiveDate ?? NO_DATE,
    ...(Object.keys(counterParty).length > 0 && { counterParty }),
    ...(ownerChange !== undefined && { ownerChange }),
    ...optional('reference'),
    ...optional('reason'),
  };
}

// A placeholder date for a row that is refused anyway.
const NO_DATE = businessDate('1970-01-01');

function lineOf(reader: CellReader, type: Body['type']): Line {
  const securityName = reader.needed('securityName');
  const quantity = reader.units('quantity');
  const amount = reader.decimal('amount');
  const cost = reader.decimal('cost');
  const acquiredOn = reader.date('acquiredOn');
  const costBasis = reader.choice('costBasis', COST_BASES);
  const line = { securityName, quantity, ...(amount !== undefined && { amount }) };
  const isFreeAndIn = isInward({ type }) && type !== 'IN_PAID';
  if (!isFreeAndIn) {
    for (const column of ['cost', 'acquiredOn', 'costBasis'] as const) {
      if (reader.text(column) === undefined) continue;
      reader.refuse(column, 'is only allowed for units received free of payment');
    }
    return line;
  }
  if (costBasis === 'UNKNOWN') {
    if (cost !== undefined) reader.refuse('cost', 'must be empty if the cost is UNKNOWN');
    if (acquiredOn !== undefined)
      reader.refuse('acquiredOn', 'must be empty if the cost is UNKNOWN');
    return { ...line, costBasis };
  }
  if (cost === undefined) {
    if (reader.text('cost') === undefined) {
      reader.refuse('cost', 'is empty; if the cost is not known, set costBasis to UNKNOWN');
    }
    return line;
  }
  const lot = { quantity, cost, ...(acquiredOn !== undefined && { acquiredOn }) };
  return { ...line, costBasis: 'GIVEN', lots: [lot] };
}

// Reads the lines of a bank's CSV or XLSX file: signed amounts, amounts with a direction, or debits
// and credits in two columns.

import { parseBusinessDate } from '../../../platform/calendar/business-date.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { writtenDecimals } from '../../../platform/row-file/amount.js';
import { describeFault } from '../../../platform/row-file/cell.js';
import type { RowCells, RowColumn, RowTable } from '../../../platform/row-file/column.js';
import { readDirection } from '../../../platform/row-file/direction.js';
import { usualForm } from '../../../platform/row-file/header.js';
import { type MappedHeader, spelling } from '../../../platform/row-file/mapping.js';
import { type RowFile, readRowFile } from '../../../platform/row-file/table.js';
import { BANK_STATEMENT } from '../limits.js';
import { financeProblems } from '../problems.js';
import { type FileFault, refusedFile } from './file-fault.js';
import type { BankStatementBody } from './schema.js';
import type { StatementLine } from './statement-line.js';

/**
 * Headers of the value-date column. If a file has no other date, this column is read as the booking
 * date.
 */
const VALUE_DATES: readonly string[] = [
  ...['valuedate', 'valdate', 'valuta', 'valutadatum', 'wertstellung', 'datevaleur'],
];

const COLUMNS = [
  {
    column: 'date',
    names: [
      ...['date', 'bookingdate', 'transactiondate', 'postingdate', 'posteddate', 'transdate'],
      ...['entrydate', 'buchungstag', 'buchungsdatum', 'datum', 'boekdatum', 'dateoperation'],
    ],
    weakNames: VALUE_DATES,
    isNeeded: true,
    kind: 'DATE',
  },
  {
    column: 'amount',
    names: ['amount', 'transactionamount', 'betrag', 'bedrag', 'montant', 'umsatz', 'value'],
    isNeeded: false,
    kind: 'AMOUNT',
    marks: 'SIGNED',
  },
  {
    column: 'debit',
    names: [
      ...['debit', 'debits', 'debitamount', 'dr', 'withdrawal', 'withdrawals', 'paidout'],
      ...['moneyout', 'soll'],
    ],
    isNeeded: false,
    kind: 'AMOUNT',
    marks: 'DEBIT',
  },
  {
    column: 'credit',
    names: [
      ...['credit', 'credits', 'creditamount', 'cr', 'deposit', 'deposits', 'lodgement', 'paidin'],
      ...['moneyin', 'haben'],
    ],
    isNeeded: false,
    kind: 'AMOUNT',
    marks: 'CREDIT',
  },
  {
    column: 'direction',
    names: [
      ...['direction', 'drcr', 'crdr', 'debitcredit', 'creditdebit', 'dcindicator', 'dc', 'cd'],
      ...['afbij', 'sollhaben', 'creditdebitindicator', 'debitcreditindicator'],
    ],
    isNeeded: false,
    kind: 'DIRECTION',
  },
  {
    column: 'reference',
    names: ['reference', 'ref', 'refno', 'referenceno', 'transactionreference', 'referenz'],
    isNeeded: false,
  },
  {
    column: 'description',
    names: [
      ...['description', 'narration', 'details', 'narrative', 'remarks', 'particulars', 'text'],
      ...['transactiondetails', 'verwendungszweck', 'omschrijving', 'memo', 'libelle'],
    ],
    isNeeded: false,
  },
] as const satisfies readonly RowColumn<string>[];

type Column = (typeof COLUMNS)[number]['column'];

/** The columns of a bank's CSV or XLSX file, in their usual order. */
export const BANK_COLUMNS: readonly Column[] = COLUMNS.map(({ column }) => column);
type Cells = RowCells<Column>;

function tableOf({ columns }: BankStatementBody, currency: string): RowTable<Column> {
  return {
    columns: COLUMNS,
    rowsMax: BANK_STATEMENT.linesMax,
    rowNeeds: [['date'], ['amount', 'debit', 'credit']],
    currencyOf: () => currency,
    problem: financeProblems.BANK_STATEMENT_REFUSED,
    isSummaryAnywhere: true,
    ...(columns && { mappedBy: 'columns' }),
  };
}

/** The lines of a file, and how the file was read. */
export interface BankCsv extends Pick<RowFile<Column>, 'headers' | 'reading'> {
  readonly lines: readonly StatementLine[];
  /** The header of the value-date column, if the column was read as the booking date by default. */
  readonly valueDateHeader: string | undefined;
}

/**
 * Reads the lines, or refuses with BANK_STATEMENT_REFUSED, listing an error for each unreadable
 * line.
 */
export async function readBankCsv(body: BankStatementBody, currency: string): Promise<BankCsv> {
  if (body.csv !== undefined && body.columns === undefined && body.mapping === undefined) {
    throw wrongFile('columns', 'or a mapping is required to read CSV text');
  }
  const file = await readRowFile(statedFile(body), tableOf(body, currency));
  if (file.rows.length === 0) throw wrongFile(memberOf(body), 'has no lines');
  refuseUnclearColumns(file);
  refuseUnreadDirection(file, statedFile(body).mapping);
  const debitSign = signOfDebits(file.rows);
  const faults: FileFault[] = [];
  const lines = await mapInTurns(file.rows, (cells, index) => {
    const lineNo = index + 1;
    const fault = file.faults[index];
    const amount = fault === undefined ? amountOf(cells, debitSign, currency) : 0n;
    const bookedOn = parseBusinessDate(cells.date ?? '');
    const wrong =
      fault !== undefined
        ? { code: fault.code, column: fault.column, detail: describeFault(fault) }
        : wrongLine(lineNo, amount, bookedOn);
    if (wrong !== undefined) faults.push({ row: lineNo, cells, ...wrong });
    const reference = cells.reference || null;
    const description = cells.description || null;
    return { lineNo, bookedOn, amountMinor: amount, reference, description };
  });
  if (faults.length > 0) {
    const detail = `${counted(faults.length, 'line')} cannot be read`;
    throw refusedFile(memberOf(body), faults, detail);
  }
  const read = lines.flatMap((line) => {
    const { bookedOn, amountMinor } = line;
    return bookedOn === undefined || typeof amountMinor !== 'bigint'
      ? []
      : [{ ...line, bookedOn, amountMinor }];
  });
  const { headers, reading } = file;
  return { lines: read, headers, reading, valueDateHeader: valueDateOf(body, file) };
}

function wrongLine(lineNo: number, amount: bigint | WrongAmount, bookedOn: string | undefined) {
  const { code } = financeProblems.BANK_STATEMENT_REFUSED;
  if (typeof amount !== 'bigint') {
    return { code, column: amount.column, detail: `line ${lineNo} ${amount.why}` };
  }
  if (bookedOn !== undefined) return undefined;
  return { code, column: 'date', detail: `line ${lineNo} has no date` };
}

function valueDateOf(
  { columns, mapping = [] }: BankStatementBody,
  { headers }: RowFile<Column>,
): string | undefined {
  const date = headers.find(({ column }) => column === 'date')?.header;
  if (date === undefined || columns !== undefined) return undefined;
  if (mapping.some(({ header }) => spelling(header) === spelling(date))) return undefined;
  return VALUE_DATES.includes(usualForm(date)) ? date : undefined;
}

const memberOf = ({ csv }: BankStatementBody) => (csv === undefined ? 'file' : 'csv');

function statedFile(body: BankStatementBody) {
  const { columns, decimalComma, dateFormat } = body;
  const stated = {
    ...(decimalComma === undefined
      ? {}
      : { decimalSeparator: decimalComma ? ('COMMA' as const) : ('POINT' as const) }),
    ...(dateFormat === undefined ? {} : { dateFormat }),
  };
  const leftOut = (body.mapping ?? []).filter(({ member }) => member === undefined);
  if (columns !== undefined && leftOut.length < (body.mapping?.length ?? 0)) {
    throw wrongFile('mapping', 'can only exclude columns if columns is also given');
  }
  return {
    member: memberOf(body),
    content: body.csv ?? body.file ?? '',
    mapping: columns === undefined ? body.mapping : [...mappingOf(columns), ...leftOut],
    reading: { ...stated, ...body.reading },
  } as const;
}

function mappingOf(columns: NonNullable<BankStatementBody['columns']>): readonly MappedHeader[] {
  const mapping = Object.entries(columns).map(([member, header]) => ({ header, member }));
  if (
    (columns.amount === undefined) ===
    (columns.debit === undefined && columns.credit === undefined)
  ) {
    throw wrongFile('columns/amount', 'or debit and credit are required, but not both');
  }
  return mapping;
}

function refuseUnclearColumns({ headers, reading }: RowFile<Column>): void {
  const read = new Set(reading?.columns.map(({ member }) => member));
  const hasSides = read.has('debit') || read.has('credit');
  if (read.has('amount') === hasSides) {
    const names = headers.map(({ header }) => header).join(', ');
    const detail = `or debit and credit are required, but not both; the file has ${names}`;
    throw wrongFile('columns/amount', detail);
  }
  if (read.has('direction') && !read.has('amount')) {
    throw wrongFile('columns/direction', 'can be used only if the file has one amount column');
  }
}

// If amounts are unsigned and the debit/credit column is not read, all lines would be credits.
function refuseUnreadDirection(
  { headers, rows, textsAt }: RowFile<Column>,
  mapping: readonly MappedHeader[] = [],
): void {
  const isUnsigned = rows.every(({ amount }) => amount !== undefined && !amount.startsWith('-'));
  if (!isUnsigned || headers.some(({ column }) => column === 'direction')) return;
  const leftOut = new Set(mapping.map(({ header }) => spelling(header)));
  const found = headers.find(({ header, column }, place) => {
    if (column !== undefined || leftOut.has(spelling(header))) return false;
    const directions = textsAt(place).map(readDirection);
    return directions.includes('OUT') && !directions.includes(undefined);
  });
  if (found === undefined) return;
  const { header } = found;
  const detail = `${header} has debits and credits; map it to direction, or leave it out`;
  throw wrongFile('mapping', detail);
}

// Some banks write debits as negative numbers. If a column contains both signs, a negative amount
// may be a reversed debit, so the row is refused.
function signOfDebits(rows: readonly Cells[]): 1 | -1 {
  const debits = rows.flatMap(({ debit }) => (isMoney(debit) ? [debit] : []));
  return debits.length > 0 && debits.every((debit) => debit.startsWith('-')) ? -1 : 1;
}

const isMoney = (text: string | undefined): text is string =>
  text !== undefined && /[1-9]/.test(text);

/** The column of an amount that cannot be read, and the error. */
interface WrongAmount {
  readonly column: Column;
  readonly why: string;
}

/** Returns the signed amount of a line in minor units, or an error message. */
function amountOf(cells: Cells, debitSign: 1 | -1, currency: string): bigint | WrongAmount {
  const sides = { amount: 0n, debit: 0n, credit: 0n };
  for (const side of ['amount', 'debit', 'credit'] as const) {
    const text = cells[side];
    if (text === undefined || text === '') continue;
    const minor = minorOf(text, currency);
    if (typeof minor === 'string') return { column: side, why: `${minor}: ${side} ${text}` };
    sides[side] = minor;
  }
  const { amount, credit } = sides;
  const debit = sides.debit * BigInt(debitSign);
  if (!cells.amount && !cells.debit && !cells.credit) {
    return { column: cells.amount === undefined ? 'debit' : 'amount', why: 'has no amount' };
  }
  if (debit < 0n) {
    const why = `has the debit ${cells.debit}, whose sign differs from that of other debits`;
    return { column: 'debit', why };
  }
  if (credit < 0n) return { column: 'credit', why: `has the negative credit ${cells.credit}` };
  if (debit !== 0n && credit !== 0n) return { column: 'credit', why: 'has a debit and a credit' };
  return directed(amount, cells.direction) ?? amount + credit - debit;
}

// A negative debit is unambiguous: its sign agrees with its direction. A negative credit is
// ambiguous.
function directed(amount: bigint, direction: string | undefined): bigint | WrongAmount | undefined {
  if (direction === undefined) return undefined;
  if (amount === 0n) return 0n;
  if (direction === '') return { column: 'direction', why: 'has no direction' };
  if (direction === 'OUT') return amount < 0n ? amount : -amount;
  const why = 'is a credit with a negative amount';
  return amount < 0n ? { column: 'amount', why } : amount;
}

function minorOf(text: string, currency: string): bigint | string {
  if (!/^-?\d{1,15}(\.\d+)?$/.test(text)) return 'has an amount that is too long';
  const most = minorUnits(currency) ?? 0;
  if (isMoney(text) && writtenDecimals(text) > most) {
    return `has an amount with too many decimals (${currency} has at most ${most})`;
  }
  return parseMinor(new Decimal(text), currency) ?? `has no amount in ${currency}`;
}

function wrongFile(member: string, detail: string) {
  return refuseMember(financeProblems.BANK_STATEMENT_REFUSED, member, detail);
}

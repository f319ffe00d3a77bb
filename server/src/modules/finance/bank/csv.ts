// Reads the lines of a bank's CSV file with the columns that the caller names.

import { type BusinessDate, parseBusinessDate } from '../../../platform/calendar/business-date.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { readCsvRecords } from '../../../platform/files/csv-record.js';
import { refusal, refuseMember, type Violation } from '../../../platform/http/reply/problem.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';
import { BANK_STATEMENT } from '../limits.js';
import { financeProblems } from '../problems.js';
import type { BankStatementBody, DATE_FORMATS } from './schema.js';
import type { StatementLine } from './statement-line.js';

type CsvBody = BankStatementBody & { readonly csv: string; readonly columns: Columns };

/** Reads the lines, or refuses BANK_STATEMENT_REFUSED with an error for each unreadable line. */
export async function readBankCsv(body: CsvBody, currency: string): Promise<StatementLine[]> {
  const [header = [], ...rows] = await readCsvRecords(body.csv, BANK_STATEMENT.linesMax, (detail) =>
    wrongFile('csv', detail),
  );
  if (rows.length === 0) throw wrongFile('csv', 'has no lines');
  if (rows.length > BANK_STATEMENT.linesMax) {
    throw wrongFile('csv', `has more than ${BANK_STATEMENT.linesMax} lines`);
  }
  const cellOf = placesOf(body.columns, header);
  const violations: Violation[] = [];
  const lines = await mapInTurns(rows, (cells, index) => {
    const lineNo = index + 1;
    const refuse = (detail: string) => {
      violations.push({ pointer: `/csv/${lineNo}`, code: 'BANK_STATEMENT_REFUSED', detail });
    };
    const bookedOn = dateFrom(cellOf(cells, 'date') ?? '', body.dateFormat ?? 'YYYY-MM-DD');
    if (bookedOn === undefined) refuse('has no readable date');
    const amountMinor = amountFrom(
      (name) => cellOf(cells, name),
      body.decimalComma ?? false,
      currency,
    );
    if (amountMinor === undefined) refuse(`has no readable amount in ${currency}`);
    return {
      lineNo,
      bookedOn,
      amountMinor,
      reference: cellOf(cells, 'reference') ?? null,
      description: cellOf(cells, 'description') ?? null,
    };
  });
  if (violations.length > 0) {
    throw refusal(financeProblems.BANK_STATEMENT_REFUSED, {
      detail: `${violations.length} lines cannot be read; nothing was imported`,
      errors: violations.slice(0, BANK_STATEMENT.violationsShown),
    });
  }
  return lines.flatMap((line) => {
    const { bookedOn, amountMinor } = line;
    return bookedOn === undefined || amountMinor === undefined
      ? []
      : [{ ...line, bookedOn, amountMinor }];
  });
}

type Columns = NonNullable<BankStatementBody['columns']>;
type Column = keyof Columns;

function placesOf(columns: Columns, header: readonly string[]) {
  if (
    (columns.amount === undefined) ===
    (columns.debit === undefined && columns.credit === undefined)
  ) {
    throw wrongFile('columns/amount', 'or debit and credit are needed, and not both');
  }
  const places = new Map<string, number>();
  for (const [name, title] of Object.entries(columns)) {
    const place = header.findIndex((cell) => cell.toLowerCase() === title.toLowerCase());
    if (place < 0) throw wrongFile(`columns/${name}`, `the file has no column ${title}`);
    places.set(name, place);
  }
  return (cells: readonly string[], name: Column): string | undefined =>
    cells[places.get(name) ?? -1] || undefined;
}

const FORMATS = {
  'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})$/,
  'DD/MM/YYYY': /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})$/,
  'MM/DD/YYYY': /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})$/,
  'DD-MM-YYYY': /^(?<d>\d{1,2})-(?<m>\d{1,2})-(?<y>\d{4})$/,
} as const satisfies Readonly<Record<(typeof DATE_FORMATS)[number], RegExp>>;

function dateFrom(cell: string, format: (typeof DATE_FORMATS)[number]): BusinessDate | undefined {
  const found = FORMATS[format].exec(cell)?.groups;
  if (found === undefined) return undefined;
  const { y = '', m = '', d = '' } = found;
  return parseBusinessDate(`${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`);
}

// In a file with separate debit and credit columns, one of the two is empty or zero.
function amountFrom(
  cell: (name: 'amount' | 'debit' | 'credit') => string | undefined,
  decimalComma: boolean,
  currency: string,
): bigint | undefined {
  const one = (name: 'amount' | 'debit' | 'credit'): bigint | undefined => {
    const text = cell(name);
    return text === undefined ? 0n : minorFrom(text, decimalComma, currency);
  };
  const [amount, debit, credit] = [one('amount'), one('debit'), one('credit')];
  if (amount === undefined || debit === undefined || credit === undefined) return undefined;
  if (debit < 0n || credit < 0n || (debit !== 0n && credit !== 0n)) return undefined;
  const empty = (['amount', 'debit', 'credit'] as const).every((name) => cell(name) === undefined);
  return empty ? undefined : amount + credit - debit;
}

// Misplaced separators suggest a different decimal separator: 1234,56 must not be read as 123456.
const GROUPED = {
  point: /^[+-]? ?(\d+|\d{1,3}([, ]\d{2,3})*[, ]\d{3})(\.\d+)?$/,
  comma: /^[+-]? ?(\d+|\d{1,3}([. ]\d{2,3})*[. ]\d{3})(,\d+)?$/,
} as const;

function minorFrom(text: string, decimalComma: boolean, currency: string): bigint | undefined {
  if (!GROUPED[decimalComma ? 'comma' : 'point'].test(text)) return undefined;
  const [thousands, point] = decimalComma ? ['.', ','] : [',', '.'];
  const plain = text.replaceAll(' ', '').replaceAll(thousands, '').replace(point, '.');
  if (!/^[+-]?\d{1,15}(\.\d{1,6})?$/.test(plain)) return undefined;
  return parseMinor(new Decimal(plain), currency);
}

function wrongFile(member: string, detail: string) {
  return refuseMember(financeProblems.BANK_STATEMENT_REFUSED, member, detail);
}

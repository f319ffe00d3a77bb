// Parses a row of a file into a certificate, or finds its first error.

import { type BusinessDate, parseBusinessDate } from '../../../platform/calendar/business-date.js';
import type { Problem } from '../../../platform/http/reply/problem.js';
import { readWire } from '../../../platform/http/shape/wire.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { CertificateDraft } from '../certificate/certificate.js';
import { TAX } from '../limits.js';
import { CERTIFICATE_COLUMNS, type CertificateCells, type CertificateColumn } from './column.js';

/** The reason why a row is refused, and the cell with the error. */
export interface RowError {
  readonly code: string;
  readonly column: CertificateColumn;
  readonly reason: string;
}

/** The smallest amount of a certificate. */
const AMOUNT = { least: 0.01 };

/** Parses a row into a certificate, or returns its first error. */
export function draftOf(cells: CertificateCells): CertificateDraft | RowError {
  const text = (column: CertificateColumn) => cells[column]?.trim() ?? '';
  const missing = NEEDED.find((column) => text(column) === '');
  if (missing !== undefined) return errorOf(missing, 'CELL_MISSING', 'is empty');
  const number = text('number');
  const longest = TAX.certificateNumberCharactersMax;
  if (number.length > longest) {
    return errorOf('number', 'NUMBER_TOO_LONG', `has more than ${longest} characters`);
  }
  const certificateDate = parseBusinessDate(text('certificateDate'));
  if (certificateDate === undefined) return wrongDate('certificateDate');
  const period = periodOf(text('periodFrom'), text('periodUntil'));
  if ('code' in period) return period;
  const amount = readWire('decimal', text('amount'), AMOUNT);
  if ('refused' in amount) return errorOf('amount', 'NUMBER_WRONG', amount.refused);
  if (!Decimal.isDecimal(amount.value)) return errorOf('amount', 'NUMBER_WRONG', 'is not a number');
  const names = text('deductions').split(/[\s,;]+/);
  const deductions = names.filter((name) => name !== '');
  return {
    ...{ customerName: text('customerName'), number, certificateDate, ...period },
    amount: amount.value,
    currency: text('currency') || undefined,
    taxClass: text('taxClass') || undefined,
    deductions: deductions.length === 0 ? undefined : deductions,
  };
}

const NEEDED: readonly CertificateColumn[] = [
  ...(['customerName', 'number', 'certificateDate'] as const),
  ...(['periodFrom', 'periodUntil', 'amount'] as const),
];

type Period = Pick<CertificateDraft, 'periodFrom' | 'periodUntil'>;

function periodOf(from: string, until: string): Period | RowError {
  const periodFrom = parseBusinessDate(from);
  if (periodFrom === undefined) return wrongDate('periodFrom');
  const periodUntil: BusinessDate | undefined = parseBusinessDate(until);
  if (periodUntil === undefined) return wrongDate('periodUntil');
  return { periodFrom, periodUntil };
}

function wrongDate(column: CertificateColumn): RowError {
  return errorOf(column, 'DATE_WRONG', 'must be a date in the form yyyy-MM-dd');
}

/** Converts the refusal of a certificate to an error in its row. */
export function refusedBy({ kind, details }: Problem): RowError {
  const pointer = details.errors?.[0]?.pointer.split('/')[1];
  const column = CERTIFICATE_COLUMNS.find((each) => each === pointer) ?? 'number';
  return errorOf(column, kind.code, details.detail ?? kind.title);
}

function errorOf(column: CertificateColumn, code: string, reason: string): RowError {
  return { code, column, reason };
}

// The columns of a certificate file, which are the members of a certificate.

import type { RowCells, RowColumn, RowTable } from '../../../platform/row-file/column.js';
import { TAX } from '../limits.js';

const COLUMNS = [
  {
    column: 'customerName',
    names: ['customername', 'customer', 'customercode', 'customernumber', 'client', 'taxpayer'],
    isNeeded: true,
  },
  {
    column: 'number',
    names: ['number', 'certificatenumber', 'certificateno', 'certificate', 'receipt', 'receiptno'],
    isNeeded: true,
  },
  {
    column: 'certificateDate',
    names: ['certificatedate', 'date', 'receiptdate', 'issuedate', 'issued'],
    isNeeded: true,
    kind: 'DATE',
  },
  {
    column: 'periodFrom',
    names: ['periodfrom', 'from', 'start', 'startdate', 'periodstart'],
    isNeeded: true,
    kind: 'DATE',
  },
  {
    column: 'periodUntil',
    names: ['perioduntil', 'until', 'to', 'end', 'enddate', 'periodend', 'periodto'],
    isNeeded: true,
    kind: 'DATE',
  },
  {
    column: 'amount',
    names: ['amount', 'tax', 'taxamount', 'amountofwht', 'wht'],
    isNeeded: true,
    kind: 'AMOUNT',
  },
  { column: 'currency', names: ['currency', 'ccy'], isNeeded: false },
  { column: 'taxClass', names: ['taxclass', 'class'], isNeeded: false },
  { column: 'deductions', names: ['deductions', 'deduction'], isNeeded: false },
] as const satisfies readonly RowColumn<string>[];

/** A column of a certificate file. */
export type CertificateColumn = (typeof COLUMNS)[number]['column'];

/** The cells of a row as received. */
export type CertificateCells = RowCells<CertificateColumn>;

export const CERTIFICATE_COLUMNS: readonly CertificateColumn[] = COLUMNS.map(
  ({ column }) => column,
);

export const CERTIFICATE_TABLE: RowTable<CertificateColumn> = {
  columns: COLUMNS,
  rowsMax: TAX.certificateRowsMax,
  currencyOf: ({ currency }) => currency,
};

// Columns of a transfer file.

import type { RowCells, RowColumn, RowTable } from '../../../platform/row-file/column.js';
import type { ColumnKind } from '../../../platform/row-file/reading.js';
import { CUSTODY } from '../limits.js';

/** The columns, with their kinds and alternative names. */
const COLUMNS = {
  transfer: ['TEXT', ['transferno', 'group']],
  type: ['TEXT', ['transfertype', 'kind']],
  portfolioName: ['TEXT', ['portfolio', 'portfoliocode', 'fromportfolio']],
  toPortfolioName: ['TEXT', ['toportfolio', 'receivingportfolio']],
  effectiveDate: ['DATE', ['date', 'transferdate']],
  securityName: ['TEXT', ['security', 'symbol', 'securitycode', 'stock']],
  quantity: ['NUMBER', ['units', 'shares']],
  amount: ['AMOUNT', ['consideration', 'price', 'settlementamount']],
  costBasis: ['TEXT', []],
  cost: ['AMOUNT', ['bookcost', 'totalcost']],
  acquiredOn: ['DATE', ['acquired', 'acquisitiondate', 'purchasedate']],
  memberCode: ['TEXT', ['member', 'membercode', 'broker']],
  account: ['TEXT', ['accountno', 'accountnumber', 'cscsaccount']],
  chn: ['TEXT', ['chnnumber', 'clearinghousenumber']],
  holder: ['TEXT', ['holdername', 'shareholder']],
  ownerChange: ['TEXT', ['changeofowner']],
  reference: ['TEXT', ['ref']],
  reason: ['TEXT', ['remark', 'narration']],
} as const satisfies Readonly<Record<string, readonly [ColumnKind, readonly string[]]>>;

export type TransferColumn = keyof typeof COLUMNS;
export type TransferCells = RowCells<TransferColumn>;

const IMPORT_COLUMNS = Object.keys(COLUMNS).filter(isColumn);

function isColumn(name: string): name is TransferColumn {
  return Object.hasOwn(COLUMNS, name);
}

const NEEDED: readonly TransferColumn[] = [
  ...(['type', 'portfolioName', 'effectiveDate', 'securityName', 'quantity'] as const),
];

/** The columns whose values apply to a whole transfer. */
export const SHARED_COLUMNS = [
  ...(['type', 'portfolioName', 'toPortfolioName', 'effectiveDate', 'memberCode'] as const),
  ...(['account', 'chn', 'holder', 'ownerChange', 'reference', 'reason'] as const),
];

export const TRANSFER_TABLE: RowTable<TransferColumn> = {
  columns: IMPORT_COLUMNS.map(
    (column): RowColumn<TransferColumn> => ({
      column,
      names: [column.toLowerCase(), ...COLUMNS[column][1]],
      kind: COLUMNS[column][0],
      isNeeded: NEEDED.includes(column),
    }),
  ),
  rowsMax: CUSTODY.transferRowsMax,
};

// The columns of a tax pack's tables in the printed document, and their widths.

import type { PackChange } from './content.js';
import type { TableName } from './table.js';

/** Columns of a printed table, each with its share of the width. */
export type View = Readonly<Record<string, number>>;

/** The columns of each table. A table with many columns is drawn as two tables. */
export const VIEWS: Readonly<Record<TableName, readonly View[]>> = {
  summary: [{ item: 0.42, currency: 0.09, amount: 0.2, note: 0.29 }],
  disposals: [
    {
      tradeDate: 0.105,
      kind: 0.15,
      security: 0.17,
      quantity: 0.105,
      proceeds: 0.165,
      charges: 0.14,
      netProceeds: 0.165,
    },
    {
      tradeDate: 0.105,
      security: 0.195,
      costAverage: 0.175,
      gainAverage: 0.175,
      costFifo: 0.175,
      gainFifo: 0.175,
    },
  ],
  'tax-gains': [
    {
      tradeDate: 0.105,
      security: 0.15,
      method: 0.09,
      netProceeds: 0.15,
      taxBase: 0.15,
      closeDate: 0.105,
      taxGain: 0.135,
      chargeable: 0.115,
    },
    {
      tradeDate: 0.105,
      security: 0.16,
      rule: 0.16,
      windowFrom: 0.12,
      windowUntil: 0.12,
      remark: 0.335,
    },
  ],
  windows: [
    {
      rule: 0.12,
      from: 0.105,
      until: 0.105,
      proceeds: 0.15,
      proceedsLimit: 0.15,
      gain: 0.13,
      gainLimit: 0.125,
      chargeable: 0.115,
    },
  ],
  reinvestment: [
    {
      tradeDate: 0.12,
      security: 0.2,
      proceeds: 0.17,
      taxGain: 0.17,
      reinvested: 0.17,
      relieved: 0.17,
    },
  ],
  income: [{ date: 0.14, kind: 0.26, currency: 0.1, gross: 0.17, tax: 0.16, net: 0.17 }],
  deductions: [
    {
      date: 0.105,
      kind: 0.155,
      source: 0.12,
      payer: 0.13,
      gross: 0.125,
      rate: 0.07,
      tax: 0.11,
      certificate: 0.185,
    },
  ],
  certificates: [
    { number: 0.25, date: 0.13, from: 0.13, until: 0.13, currency: 0.1, amount: 0.26 },
  ],
  charges: [{ name: 0.6, currency: 0.15, amount: 0.25 }],
  positions: [
    {
      security: 0.145,
      quantity: 0.105,
      costAverage: 0.135,
      costFifo: 0.135,
      taxBase: 0.135,
      price: 0.09,
      priceDate: 0.105,
      value: 0.15,
    },
  ],
  rules: [{ provision: 0.22, status: 0.1, text: 0.38, source: 0.3 }],
};

/** The columns of the table of changes, by kind of change. */
export const CHANGE_VIEWS: Readonly<Record<PackChange['change'], View>> = {
  CHANGED: { table: 0.16, row: 0.34, column: 0.14, before: 0.18, after: 0.18 },
  ADDED: { table: 0.16, row: 0.26, change: 0.1, after: 0.48 },
  REMOVED: { table: 0.16, row: 0.26, change: 0.1, before: 0.48 },
};

// The content of a tax pack, which is sealed, stored, drawn and written to files.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant } from '../../../platform/database/database.js';
import type { Sender } from '../../../platform/files/letter.js';
import type { PackRow, TableName } from './table.js';

/**
 * DRAFT: the year has not ended. PROVISIONAL: later disposals can change it. FINAL: it cannot
 * change.
 */
export const PACK_STATES = ['DRAFT', 'PROVISIONAL', 'FINAL'] as const;

export type PackState = (typeof PACK_STATES)[number];

/**
 * A tax pack. Amounts are decimal text, so that the sealed bytes have only one interpretation. An
 * absent cell is empty.
 */
export interface PackContent {
  /** The version of this document format. Later versions will have other members. */
  readonly form: 1;
  readonly number: string;
  /** 1 for the first pack of a year; each replacement has the next number. */
  readonly version: number;
  /** The number of the pack that this one replaces; empty for none. */
  readonly replaces: string;
  readonly issuedAt: Instant;
  readonly office: Sender & { readonly timeZone: string };
  readonly customer: {
    readonly code: string;
    readonly name: string;
    readonly address: string;
    /** The tax number, masked except for its last digits; empty if there is none. */
    readonly taxNumber: string;
  };
  readonly figures: PackFigures;
  /** The changes from the previous version, up to a limit. */
  readonly changes: readonly PackChange[];
  /** The number of all changes. */
  readonly changeCount: number;
}

/** The content of a pack, without the sender and the recipient. */
export interface PackFigures {
  readonly year: number;
  readonly from: BusinessDate;
  readonly until: BusinessDate;
  /** The date of the positions. */
  readonly asAt: BusinessDate;
  readonly state: PackState;
  readonly payerClass: string;
  /** The business office's currency. */
  readonly currency: string;
  readonly tables: Readonly<Record<TableName, readonly PackRow[]>>;
  readonly totals: readonly PackTotal[];
}

/** The sums of a pack in one currency, as decimal text. */
export interface PackTotal {
  readonly currency: string;
  /** The proceeds of all disposals, before charges. */
  readonly proceeds: string;
  /** The taxable gains of chargeable disposals. */
  readonly gains: string;
  readonly losses: string;
  readonly relieved: string;
  readonly chargeableGain: string;
  /** The tax at the flat rate, or by the bands on the gain alone. */
  readonly indicativeTax: string;
  readonly income: string;
  readonly withheld: string;
  readonly certified: string;
  readonly missing: string;
  readonly charges: string;
  /** The value of the positions with a price. */
  readonly value: string;
}

/** A row or a cell of a table that differs from the previous version. */
export interface PackChange {
  readonly table: TableName;
  /** The key of the row. */
  readonly row: string;
  readonly change: 'ADDED' | 'REMOVED' | 'CHANGED';
  /** The title of the column that changed; empty if the whole row changed. */
  readonly column: string;
  readonly before: string;
  readonly after: string;
}

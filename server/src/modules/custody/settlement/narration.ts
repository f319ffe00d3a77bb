// Narrations of an entitlement's journals, which account statements show.

import type { Decimal } from '../../../platform/money/decimal.js';
import { grouped } from '../../../platform/money/grouped.js';
import { formatAmount } from '../../../platform/money/money.js';
import type { EventKind } from '../record/queries.js';

const WORDS: Readonly<Record<EventKind, string>> = {
  DVCA: 'Dividend',
  DVSE: 'Dividend in shares',
  DVOP: 'Dividend',
  DRIP: 'Dividend reinvested',
  BONU: 'Bonus issue',
  SPLF: 'Split',
  SPLR: 'Reverse split',
  RHDI: 'Rights issue',
  EXRI: 'Rights',
  MRGR: 'Merger',
  TEND: 'Tender offer',
  SOFF: 'Spin-off',
  EXOF: 'Exchange',
  INTR: 'Interest',
  REDM: 'Redemption',
  PCAL: 'Partial redemption',
  MCAL: 'Early redemption',
  DFLT: 'Default',
  CAPD: 'Return of capital',
  LIQU: 'Liquidation',
  WRTH: 'Worthless security',
  CHAN: 'Change of security',
  DLST: 'Delisting',
};

/** Returns the words for the income and proceeds of a kind of event, such as `Dividend`. */
export function wordsOf(kind: EventKind): string {
  return WORDS[kind];
}

/** The data shown in a narration. Amounts are in minor units. */
interface Narrated {
  readonly kind: EventKind;
  readonly security_name: string;
  readonly eligible_quantity: bigint;
  /** The rate per unit or, for a bond, per 100 of face value. */
  readonly cash_per_unit: Decimal | null;
  readonly is_bond: boolean;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly cash_in_lieu_minor: bigint;
  readonly currency: string;
}

/**
 * Returns the narration of a payment, such as `Dividend ZENITHBANK, 6,200 units at 0.57, gross
 * 3,534.00, tax 353.40`. The narration of a correction shows the new terms.
 */
export function narrationOf(row: Narrated, change: 'PAID' | 'CORRECTED' | 'REVERSED'): string {
  const units = `${grouped(String(row.eligible_quantity), 0)} units`;
  const per = row.is_bond ? ' per 100' : '';
  const rate = row.cash_per_unit === null ? '' : ` at ${row.cash_per_unit.toFixed()}${per}`;
  const parts = [
    `${change === 'REVERSED' ? 'Reversal: ' : ''}${wordsOf(row.kind)} ${row.security_name}`,
    ...(change === 'CORRECTED' ? ['corrected'] : []),
    `${units}${rate}`,
    ...(row.gross_minor === 0n
      ? []
      : [`gross ${shown(row, row.gross_minor)}`, `tax ${shown(row, row.tax_minor)}`]),
    ...(row.cash_in_lieu_minor === 0n
      ? []
      : [`cash for fractions ${shown(row, row.cash_in_lieu_minor)}`]),
  ];
  return parts.join(', ');
}

function shown({ currency }: Narrated, minor: bigint): string {
  return formatAmount({ minor, currency });
}

// What certificates of all instruments say alike: whose it is, amounts, and day counts in words.

import { present } from '../../platform/assert.js';
import type { Database } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { groupedMoney } from '../../platform/money/grouped.js';
import { minorToDecimal } from '../../platform/money/money.js';
import type { CertificatePaper } from './certificate-page.js';
import type { DayCount } from './day-count.js';

/** Whose instrument it is, and the account that it ends on. */
export interface Holding {
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly termination_account_id: bigint;
  readonly portfolio_name: string | null;
}

/** The holder with his address; `accountLabel` says what the account is for. */
export async function holderOf(
  db: Database,
  row: Holding,
  accountLabel: string,
): Promise<CertificatePaper['holder']> {
  const [found] = await db.query<{ address: readonly (string | null)[]; account: string }>(sql`
    select json_build_array(c.details ->> 'primaryAddress1', c.details ->> 'primaryAddress2',
        c.details ->> 'primaryCity', c.details ->> 'primaryState',
        c.details ->> 'primaryCountry') as address, a.name as account
    from customer c, account a
    where c.id = ${row.customer_id} and a.id = ${row.termination_account_id}`);
  const holder = present(found, 'the customer and his account exist');
  const lines = holder.address.filter((line) => line !== null && line !== '');
  return {
    name: row.customer_label,
    address: lines.join('\n'),
    pairs: [
      ['Customer number', row.customer_name],
      ['Portfolio', row.portfolio_name ?? ''],
      [accountLabel, holder.account],
    ],
  };
}

/** An amount of the instrument's currency with its digits in groups, without the currency. */
export function shownAmount(row: { readonly currency: string }, minor: bigint): string {
  return groupedMoney(minorToDecimal(minor, row.currency).toFixed(), row.currency);
}

export const DAY_COUNT_WORDS: Readonly<Record<DayCount, string>> = {
  ACT_365F: 'actual/365 fixed',
  ACT_360: 'actual/360',
  ACT_364: 'actual/364',
  ACT_ACT_ISDA: 'actual/actual ISDA',
  ACT_366_LEAP: 'actual/366 in leap years',
  THIRTY_360: '30/360',
  THIRTY_E_360: '30E/360',
};

// Shared parts of all certificates: the holder, the facts, and the amount format.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { wallClock } from '../../../platform/calendar/wall-clock.js';
import type { Call } from '../../../platform/context.js';
import type { Database, Instant } from '../../../platform/database/database.js';
import { pdfFile } from '../../../platform/files/pdf-file.js';
import { counted } from '../../../platform/http/reply/counted.js';
import type { FileReply } from '../../../platform/http/route.js';
import { groupedMoney } from '../../../platform/money/grouped.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { drawCertificateInBackground } from './certificate-drawing.js';
import type { CertificateContent } from './certificate-page.js';
import type { DayCount } from './day-count.js';
import { selectHolder } from './queries.js';

/** An instrument's holder, and the account that receives its proceeds. */
interface Holding {
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly termination_account_id: bigint;
  readonly portfolio_name: string | null;
}

/** Returns the holder, including the address. `accountLabel` is the label of the account line. */
export async function holderOf(
  db: Database,
  row: Holding,
  accountLabel: string,
): Promise<CertificateContent['holder']> {
  const holder = await selectHolder(db, row);
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

/** The columns for the facts that all kinds of instrument have in common. */
interface Instrument {
  readonly name: string;
  readonly type_label: string;
  readonly start_date: BusinessDate;
  readonly payment_date: BusinessDate;
  readonly tenure: number;
  readonly day_count: DayCount;
  readonly modified_at: Instant;
  readonly time_zone: string;
}

type Facts = CertificateContent['facts'];

/**
 * Returns an instrument's facts: the common ones, with those of its kind inserted before and after
 * the day count.
 */
export function factsOf(
  row: Instrument,
  own: { readonly rates: Facts; readonly more?: Facts },
): Facts {
  const at = wallClock(row.modified_at, row.time_zone);
  return [
    ['Number', row.name],
    ['Product', row.type_label],
    ['Start', row.start_date],
    ['Maturity', row.payment_date],
    ['Tenure', counted(row.tenure, 'day')],
    ...own.rates,
    ['Day count', DAY_COUNT_WORDS[row.day_count]],
    ...(own.more ?? []),
    ['As of', `${at} (${row.time_zone})`],
  ];
}

/** Returns the certificate as a file. */
export async function certificateFile(
  call: Pick<Call, 'context'>,
  { name, paper }: { readonly name: string; readonly paper: CertificateContent },
): Promise<FileReply> {
  const bytes = await drawCertificateInBackground(paper);
  return pdfFile(call, { fileName: `${name}.pdf`, bytes });
}

/**
 * Formats an amount in the instrument's currency, with grouped digits and without the currency
 * code.
 */
export function shownAmount(row: { readonly currency: string }, minor: bigint): string {
  return groupedMoney(minorToDecimal(minor, row.currency).toFixed(), row.currency);
}

const DAY_COUNT_WORDS: Readonly<Record<DayCount, string>> = {
  ACT_365F: 'actual/365 fixed',
  ACT_360: 'actual/360',
  ACT_364: 'actual/364',
  ACT_ACT_ISDA: 'actual/actual ISDA',
  ACT_366_LEAP: 'actual/366 in leap years',
  THIRTY_360: '30/360',
  THIRTY_E_360: '30E/360',
};

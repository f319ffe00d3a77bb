// Lists customers of a large firm by their assets on a closed date. Reads daily snapshots, because
// valuing many customers one by one takes too long.

import { addDays, type BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type PageRequest, startOf } from '../../../platform/http/reply/paging.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import type { Page } from '../../../platform/http/route.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { WEALTH } from '../limits.js';
import type { ListCall } from '../list-file.js';
import { wealthProblems } from '../problems.js';
import { conversionOf } from '../valuation/rate.js';
import type { CustomerFilter } from './queries.js';
import {
  type StoredConversion,
  type StoredRequest,
  type StoredValue,
  selectLastClosed,
  selectStoredCurrencies,
  selectStoredValues,
} from './stored-queries.js';

const FIRST = { start: 0, limit: 1 } as const;

/** The customers to list from snapshots, the date, and the currency. */
interface ClosedRequest extends Pick<StoredRequest, 'sort'> {
  readonly filter: Omit<CustomerFilter, 'offices'>;
  /** The requested date; undefined for the last closed date. */
  readonly asked: BusinessDate | undefined;
  /** The requested date or, if none is requested, the business date. */
  readonly until: BusinessDate;
  readonly currency: string;
}

/**
 * Lists customers with their assets on a closed date, and the change since the previous close.
 * Converts each customer's total in a currency, not each line. Refuses a date that is not closed.
 */
export async function listStored(
  { principal: { offices }, db: tx }: ListCall<Tx>,
  { asked, until, currency, filter, sort }: ClosedRequest,
  page: PageRequest,
): Promise<Page<object>> {
  const date = await closedDate(tx, { asked, until });
  const before = await selectLastClosed(tx, addDays(date, -1));
  const dates = before === undefined ? [date] : [date, before];
  const conversions: StoredConversion[] = [];
  for (const each of dates) conversions.push(...(await storedConversions(tx, each, currency)));
  const start = startOf(page);
  const stored = { date, before, conversions, sort, filter: { ...filter, offices } };
  const rows = await selectStoredValues(tx, { ...stored, start, limit: page.limit });
  // A page beyond the last one has no row that contains the count.
  const [first] = rows.length > 0 ? rows : await selectStoredValues(tx, { ...stored, ...FIRST });
  const count = Number(first?.count ?? 0);
  const end = start + page.limit;
  return {
    count,
    result: rows.map((row) => storedRecord(row, date, currency)),
    nextAfter: end < count ? BigInt(end) : undefined,
  };
}

/**
 * Returns the date to read snapshots for: the requested date, or, if none is requested, the latest
 * closed date. Refuses a date that is not closed.
 */
export async function closedDate(
  tx: Tx,
  { asked, until }: Pick<ClosedRequest, 'asked' | 'until'>,
): Promise<BusinessDate> {
  const last = await selectLastClosed(tx, until);
  if (last !== undefined && (asked === undefined || last === asked)) return last;
  const most = WEALTH.listedCustomersMax;
  const latest =
    last === undefined
      ? `No date up to ${until} has been closed.`
      : `The latest closed date on or before ${until} is ${last}.`;
  throw refusal(wealthProblems.VALUATION_TOO_LARGE, {
    detail: `More than ${most} customers can be valued only on closed dates. ${latest}`,
    args: [String(most)],
  });
}

/** Returns the conversions from the snapshot currencies of a closed date to another currency. */
export async function storedConversions(
  tx: Tx,
  date: BusinessDate,
  to: string,
): Promise<StoredConversion[]> {
  const conversions: StoredConversion[] = [];
  for (const { currency, through } of await selectStoredCurrencies(tx, date)) {
    const rate = await conversionOf(tx, { from: currency, to, through }, { date });
    if (rate === undefined) continue;
    const shift = (minorUnits(to) ?? 0) - (minorUnits(currency) ?? 0);
    const factor = rate.numerator.times(new Decimal(10).pow(shift));
    conversions.push({
      ...{ date, currency, through },
      factor: factor.toFixed(),
      divisor: rate.denominator.toFixed(),
    });
  }
  return conversions;
}

function storedRecord(row: StoredValue, date: BusinessDate, currency: string): object {
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const valueMinor = row.assets_minor + row.liabilities_minor;
  return {
    customerId: row.id,
    customerName: row.name,
    customerLabel: row.label,
    businessOfficeName: row.office_name,
    customerGroupName: row.group_name,
    date,
    source: 'SNAPSHOT',
    currency,
    value: amount(valueMinor),
    change: row.before_minor === null ? undefined : amount(valueMinor - row.before_minor),
    assets: amount(row.assets_minor),
    liabilities: amount(row.liabilities_minor),
    complete: row.unvalued_lines === 0n,
    unvaluedLines: Number(row.unvalued_lines),
    staleLines: Number(row.stale_lines),
    oldestPriceDate: row.oldest_price_date ?? undefined,
  };
}

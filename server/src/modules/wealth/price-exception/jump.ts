// Finds prices that changed by a large percentage without a corporate action in between.

import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { previousPrices } from '../../market/index.js';
import type { DayPrice } from '../day/price.js';
import { WEALTH } from '../limits.js';
import {
  type DatedPrice,
  type HeldRow,
  type PriceGap,
  selectNavsBefore,
  selectWithDistribution,
  selectWithEvent,
} from './queries.js';

const WHOLE = 100;

/** A security or a fund with its price on the date. */
interface Priced {
  readonly row: HeldRow;
  readonly price: DayPrice | undefined;
}

/** Returns the key of a security or a fund. */
export function keyOf({ class: ofClass, subject_id }: HeldRow): string {
  return `${ofClass === 'FUND' ? 'FUND' : 'SECURITY'} ${subject_id}`;
}

/** Returns the previous prices, by key. */
export async function previousOf(
  tx: Tx,
  priced: readonly Priced[],
): Promise<ReadonlyMap<string, DatedPrice>> {
  const present = new Map(
    priced.flatMap(({ row, price }) =>
      price === undefined ? [] : [[keyOf(row), { row, date: price.date }] as const],
    ),
  );
  const isFund = ({ row }: { readonly row: HeldRow }) => row.class === 'FUND';
  const all = [...present.values()];
  const securities = all
    .filter((each) => !isFund(each))
    .map(({ row, date }) => ({ securityId: row.subject_id, pricedOn: date }));
  const funds = all.filter(isFund).map(({ row, date }) => ({ id: row.subject_id, date }));
  const before = new Map<string, DatedPrice>();
  for (const { securityId: id, price, pricedOn: date } of await previousPrices(tx, securities)) {
    before.set(`SECURITY ${id}`, { id, price, date });
  }
  for (const nav of await selectNavsBefore(tx, funds)) before.set(`FUND ${nav.id}`, nav);
  return before;
}

/** Returns the keys of prices with a large change that no corporate action explains. */
export async function jumpedPrices(
  tx: Tx,
  priced: readonly Priced[],
  previous: ReadonlyMap<string, DatedPrice>,
): Promise<ReadonlySet<string>> {
  const gaps = new Map<string, PriceGap>();
  for (const { row, price } of priced) {
    const before = previous.get(keyOf(row));
    if (price === undefined || before === undefined || !isLarge(price.price, before.price))
      continue;
    gaps.set(keyOf(row), { id: row.subject_id, after: before.date, to: price.date });
  }
  const ofKind = (name: string) =>
    [...gaps].filter(([key]) => key.startsWith(`${name} `)).map(([, gap]) => gap);
  for (const id of await selectWithEvent(tx, ofKind('SECURITY'))) gaps.delete(`SECURITY ${id}`);
  for (const id of await selectWithDistribution(tx, ofKind('FUND'))) gaps.delete(`FUND ${id}`);
  return new Set(gaps.keys());
}

function isLarge(price: Decimal, before: Decimal): boolean {
  const change = price.minus(before).abs();
  return change.times(WHOLE).greaterThan(before.abs().times(WEALTH.priceJumpPercent));
}

/** Returns a price change in percent, rounded half-up; undefined if the earlier price is zero. */
export function changePercent(price: Decimal, before: Decimal): Decimal | undefined {
  if (before.isZero()) return undefined;
  return price
    .minus(before)
    .times(WHOLE)
    .dividedBy(before)
    .toDecimalPlaces(WEALTH.changeDecimals, Decimal.ROUND_HALF_UP);
}

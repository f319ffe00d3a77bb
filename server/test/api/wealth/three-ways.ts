// Values a customer on a date with each of the program's three methods, and compares the results.

import assert from 'node:assert/strict';
import { selectLines } from '../../../src/modules/wealth/day/line-queries.js';
import { dayPrices } from '../../../src/modules/wealth/day/price.js';
import { readBatch } from '../../../src/modules/wealth/day/value.js';
import { dailyWorths } from '../../../src/modules/wealth/return/daily-worth.js';
import { ownerOf } from '../../../src/modules/wealth/return/history.js';
import { selectKnownMoment } from '../../../src/modules/wealth/valuation/moment-queries.js';
import { selectPortfolios } from '../../../src/modules/wealth/valuation/queries.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
} from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import type { WealthApp } from './wealth-app.js';

/** The amounts and reasons of each class, sorted. Zero amounts are left out. */
type Classes = readonly string[];

const keyOf = (name: string, currency: string, minor: bigint | string) =>
  minor === 0n ? [] : [`${name} ${currency} ${minor}`];

/**
 * Asserts that all three valuations (of one customer, of many customers and of many dates) agree on
 * every line, and that the first two agree on stale prices. Returns the lines. If a time is given,
 * later records are left out.
 */
export async function sameThreeWays(
  app: WealthApp,
  owner: Pick<Depositor, 'id'>,
  on: string | { readonly date: string; readonly asOf: string | undefined },
): Promise<Classes> {
  const { date, asOf } = typeof on === 'string' ? { date: on, asOf: undefined } : on;
  const known = asOf === undefined ? '' : `&asOf=${encodeURIComponent(asOf)}`;
  const { lines } = await app.worth(owner, `?d=${date}${known}`);
  const single = lines.flatMap((line: Json) => {
    const { value, unvalued } = line;
    const minor = value === undefined ? unvalued : BigInt(new Decimal(value).times(100).toFixed(0));
    return keyOf(line.class, line.currency, minor);
  });
  const day = { date: businessDate(date), asOf };
  const set = await setLines(app, owner, day);
  assert.deepEqual(
    set.flatMap((row) => keyOf(row.class, row.currency, row.unvalued ?? row.minor ?? 0n)).sort(),
    single.sort(),
    `set-based on ${date}`,
  );
  const stale = (each: { class: string; is: boolean }) => (each.is ? [each.class] : []);
  assert.deepEqual(
    set
      .flatMap((row) => stale({ class: row.class, is: row.is_stale && row.minor !== null }))
      .sort(),
    lines.flatMap((line: Json) => stale({ class: line.class, is: line.stale })).sort(),
    `stale on ${date}`,
  );
  assert.deepEqual(await rangeLines(app, owner, day), single, `as one of many dates, ${date}`);
  return single;
}

interface KnownDay {
  readonly date: BusinessDate;
  readonly asOf: string | undefined;
}

function setLines(app: WealthApp, { id }: Pick<Depositor, 'id'>, { date: day, asOf }: KnownDay) {
  return app.db.transaction(async (tx) => {
    const { knownAt } = await selectKnownMoment(tx, asOf);
    const prices = await dayPrices(tx, { date: day, knownAt });
    const request = { customerIds: [BigInt(id)], date: day, knownAt, after: addDays(day, -1) };
    return selectLines(tx, await readBatch(tx, { ...request, prices }));
  });
}

// The date is the second to last of a range, so that its price is carried forward from an earlier
// date.
function rangeLines(
  app: WealthApp,
  { id }: Pick<Depositor, 'id'>,
  { date: day, asOf: knownAt }: KnownDay,
): Promise<Classes> {
  return app.db.transaction(async (tx) => {
    const today = await currentBusinessDate(tx);
    const holder = { customerId: BigInt(id), portfolios: await selectPortfolios(tx, BigInt(id)) };
    const owner = await ownerOf(tx, { ...holder, today, knownAt });
    const first = addDays(day, -20);
    const worths = await dailyWorths(tx, owner, day === today ? [first, day] : [first, day, today]);
    return (worths.get(day) ?? [])
      .flatMap((worth) => keyOf(worth.class, worth.currency, worth.minor))
      .sort();
  });
}

// What the markets take at a moment: instructions that they do not take yet wait in the queue.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import {
  type AssetClass,
  type FixTimeInForce,
  PHASE_RULES,
  phaseTakes,
  type RulesKey,
  ruleOn,
  rulesAt,
} from '../../market/index.js';
import { ORDER } from '../limits.js';
import { SENT_PRICE_TYPE } from '../rule/price-type.js';
import { type MarketMoment, presentPhase } from '../rule/trading-date.js';

/** What is taken, in words that `isTakenNow` forms of an instruction as well. */
export interface MarketGate {
  readonly now: Instant;
  /** Exchange, asset class, and tag 59 with LIMIT or MARKET, or REPLACE. */
  readonly taken: readonly string[];
  /** Exchange and asset class of those that trade around the clock. */
  readonly aroundTheClock: readonly string[];
  /** Exchange and asset class of those that keep orders for a number of days only. */
  readonly orderLives: readonly OrderLife[];
}

interface OrderLife {
  readonly key: string;
  readonly longestDays: number;
}

const ASSET_CLASSES: readonly AssetClass[] = ['EQUITY', 'BOND'];
const TERMS: readonly FixTimeInForce[] = ['0', '1', '2', '3', '4', '6', '7'];

type Market = RulesKey & Pick<MarketMoment, 'businessDate'>;

/** Reads what every active exchange takes now. */
export async function marketGate(on: Database | Tx, now: Instant): Promise<MarketGate> {
  const gates: MarketGate[] = [];
  let page: Market[];
  let last = 0n;
  do {
    page = await selectMarkets(on, last);
    for (const market of page) gates.push(await gateOf(on, market, now));
    last = page.at(-1)?.exchangeId ?? last;
  } while (page.length === ORDER.exchangesPerPage);
  return {
    now,
    taken: gates.flatMap(({ taken }) => taken),
    aroundTheClock: gates.flatMap(({ aroundTheClock }) => aroundTheClock),
    orderLives: gates.flatMap(({ orderLives }) => orderLives),
  };
}

function selectMarkets(on: Database | Tx, after: bigint): Promise<Market[]> {
  return on.query<Market>(sql`
    select e.id as "exchangeId", e.rules_version as "rulesVersion",
      e.calendar_version as "calendarVersion", e.time_zone as "timeZone",
      d.business_date as "businessDate"
    from exchange e cross join business_day d
    where e.active and e.id > ${after} order by e.id limit ${ORDER.exchangesPerPage}`);
}

async function gateOf(on: Database | Tx, exchange: Market, now: Instant): Promise<MarketGate> {
  const { businessDate } = exchange;
  const rules = await rulesAt(on, exchange);
  const taken: string[] = [];
  const aroundTheClock: string[] = [];
  const orderLives: OrderLife[] = [];
  for (const assetClass of ASSET_CLASSES) {
    const key = `${exchange.exchangeId} ${assetClass}`;
    const market = { rules, assetClass, businessDate, now };
    taken.push(...takenIn(market).map((word) => `${key} ${word}`));
    const hours = ruleOn(rules.classes[assetClass].TRADING_PHASES, businessDate);
    if (hours?.aroundTheClock === true) aroundTheClock.push(key);
    const longestDays = ruleOn(rules.classes[assetClass].ORDER_LIFE, businessDate)?.longestDays;
    if (longestDays !== undefined) orderLives.push({ key, longestDays });
  }
  return { now, taken, aroundTheClock, orderLives };
}

function takenIn(market: MarketMoment): string[] {
  const phase = presentPhase(market);
  const replace = PHASE_RULES[phase].amends ? ['REPLACE'] : [];
  const orders = TERMS.flatMap((timeInForce) =>
    [true, false]
      .filter((isLimited) => phaseTakes(phase, { isLimited, timeInForce }))
      .map((isLimited) => `${timeInForce} ${isLimited ? 'LIMIT' : 'MARKET'}`),
  );
  return [...replace, ...orders];
}

// Exchange and asset class of an order `t` at the exchange `e`.
const MARKET_KEY = sql`(e.id || case t.instrument_type
  when 'EQUITY' then ' EQUITY' else ' BOND' end)`;

/** The days after `d` for which the exchange `e` keeps an order `t`; null: until any date. */
export function longestLife({ orderLives }: MarketGate): Sql {
  return sql`(
    select l.days from unnest(${orderLives.map(({ key }) => key)}::text[],
      ${orderLives.map(({ longestDays }) => longestDays)}::integer[]) l(key, days)
    where l.key = ${MARKET_KEY})`;
}

/**
 * Whether an instruction `i` of an order `t` with the term `ot`, at the exchange `e` on the
 * business day `d`, is taken now; a new order only in a security that trades. Cancels and
 * questions go at any time: the exchange answers.
 */
export function isTakenNow({ now, taken, aroundTheClock }: MarketGate): Sql {
  const key = MARKET_KEY;
  const start = sql`(t.order_start_date at time zone e.time_zone)::date`;
  return sql`case i.kind
    when 'NEW' then (${key} || ' ' || ot.fix_time_in_force || ' ' || ${SENT_PRICE_TYPE})
        = any(${[...taken]}::text[])
      and exists (select from security l where l.id = t.security_id and l.status = 'TRADING')
      and (ot.fix_time_in_force not in ('1', '6') or t.expire_date >= d.business_date)
      and (t.order_start_date is null or ${start} < d.business_date
        or ${start} = d.business_date and (t.order_start_date <= ${now}::timestamptz
          or ${key} = any(${[...aroundTheClock]}::text[])))
    when 'REPLACE' then (${key} || ' REPLACE') = any(${[...taken]}::text[])
    else true end`;
}

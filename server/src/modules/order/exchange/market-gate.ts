// Determines which instructions the markets accept at a given moment. Instructions that are not
// accepted yet wait in the queue.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import {
  type AssetClass,
  type FixTimeInForce,
  PHASE_RULES,
  phaseTakes,
  ruleOn,
  rulesAt,
} from '../../market/index.js';
import { ORDER } from '../limits.js';
import { type MarketMoment, presentPhase } from '../rule/trading-date.js';
import { type Market, type MarketGate, type OrderLife, selectMarkets } from './market-queries.js';

const ASSET_CLASSES: readonly AssetClass[] = ['EQUITY', 'BOND'];
const TERMS: readonly FixTimeInForce[] = ['0', '1', '2', '3', '4', '6', '7'];

/** Reads which instructions each active exchange accepts now. */
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

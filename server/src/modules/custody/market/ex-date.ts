// Adjusts the reference prices and live orders of securities for ex-dates.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Context, Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { ClosingDay, StepProgress } from '../../../platform/end-of-day/step.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { systemWork } from '../../../platform/system-work.js';
import {
  assetClassOf,
  correctAdjustment,
  findSecurity,
  insertAdjustment,
  lockPriceAround,
  ruleOn,
  rulesOf,
  type Security,
  storeReference,
  tickOf,
} from '../../market/index.js';
import { adjustOrders, countConcerned, type PriceCut } from '../../order/index.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, selectOptions } from '../record/queries.js';
import {
  exPriceOf,
  type PriceEffect,
  policyOf,
  priceEffect,
  roundedToTick,
} from '../rule/ex-price.js';
import {
  type ExDateKey,
  lockOrdersUnadjusted,
  lockUnpriced,
  rightsPrices,
  selectUnpriced,
  storeOrdersAdjusted,
  storePriced,
} from './queries.js';

const ZERO = new Decimal(0);

/**
 * End-of-day step that sets reference prices for ex-dates that begin on the next business date,
 * with one transaction per security. Returns the number of securities.
 */
export async function adjustExPrices(
  context: Context,
  { next }: ClosingDay,
  progress?: StepProgress,
): Promise<number> {
  return eachExDate(context, await selectUnpriced(context.db, next), async (work, key) => {
    const isDone = await adjustPrice(work, key);
    await progress?.count(work.tx, 1);
    return isDone;
  });
}

/** Repeats the work for each ex-date, one transaction at a time, until no work is left. */
export async function eachExDate(
  context: Context,
  keys: readonly ExDateKey[],
  run: (work: Work, key: ExDateKey) => Promise<boolean>,
): Promise<number> {
  for (const key of keys) {
    for (let round = 0; round < CUSTODY.batchesPerExDateMax; round += 1) {
      const isDone = await systemWork(context, `ex-date ${key.exDate}`, (work) => run(work, key));
      if (isDone) break;
    }
  }
  return keys.length;
}

/**
 * Sets the reference price of a security for an ex-date, and stores the price adjustments of its
 * events. If the security has already traded because an event was approved late, its price does not
 * change. Returns true, because one call completes the ex-date.
 */
export async function adjustPrice(work: Work, key: ExDateKey): Promise<true> {
  const { tx } = work;
  const events = await lockUnpriced(tx, key);
  if (events.length === 0) return true;
  const priced = await effectsOf(tx, events, key);
  const around = await lockPriceAround(tx, key.securityId, key.exDate);
  if (around !== undefined && priced.effects.length > 0) {
    const { price, factors } = exPriceOf(around.price, priced.effects);
    const tick = await tickAt(tx, priced.security, { price, date: key.exDate });
    const reference = around.hasTraded ? undefined : roundedToTick(price, tick);
    for (const [place, event] of priced.events.entries()) {
      const { amount = ZERO, dividend = ZERO } = priced.effects[place] ?? {};
      const factor = factors[place] ?? new Decimal(1);
      const ofEvent = { ...key, eventName: event.name, factor, amount, dividend };
      await insertAdjustment(tx, { ...ofEvent, closeBefore: around.price, reference });
    }
    if (reference !== undefined) {
      await storeReference(tx, key.securityId, reference);
      work.events.push(priceEvent(priced.security, { from: around.price, to: reference, key }));
    }
  }
  await storePriced(tx, idsOf(events), work.now);
  return true;
}

/**
 * Corrects the adjustment of past prices for a corporate action after a new version of its terms.
 * The reference price of the ex-date does not change, because the market used it.
 */
export async function correctPrice(work: Work, event: CorporateActionRow): Promise<void> {
  const key = { securityId: event.security_id, exDate: event.ex_date };
  const { effects } = await effectsOf(work.tx, [event], key);
  const [effect] = effects;
  const around = await lockPriceAround(work.tx, key.securityId, key.exDate);
  if (effect === undefined || around === undefined) return;
  const [factor = new Decimal(1)] = exPriceOf(around.price, effects).factors;
  const { amount, dividend } = effect;
  const corrected = { exDate: key.exDate, factor, amount, dividend };
  await correctAdjustment(work.tx, event.name, corrected);
}

/**
 * Adjusts or cancels a batch of the live orders in a security for an ex-date. Returns the number of
 * orders; 0 once all are processed or wait for an answer from the exchange.
 */
export async function adjustOrdersOf(work: Work, key: ExDateKey): Promise<number> {
  const { tx } = work;
  const events = await lockOrdersUnadjusted(tx, key);
  if (events.length === 0) return 0;
  const { effects, security } = await effectsOf(tx, events, key);
  const policy = policyOf(events, await ruleOfOrders(tx, security, key.exDate));
  const concerned = { ...key, eventNames: events.map(({ name }) => name) };
  const isRecoded = policy !== 'CANCEL' && events.some(isRecoding);
  const isCut = policy === 'ADJUST' && effects.length > 0;
  let orders = 0;
  if (policy === 'CANCEL' || isCut || isRecoded) {
    const cut = policy === 'CANCEL' ? undefined : cutOf(isCut ? effects : []);
    const pricedAt = events.find((event) => event.price_adjusted_at !== null)?.price_adjusted_at;
    const isPriced = pricedAt !== undefined;
    const price = security.last && exPriceOf(security.last, isPriced ? [] : effects).price;
    const tick = await tickAt(tx, security, { price, date: key.exDate });
    const isBeforeOpen = key.exDate > (await currentBusinessDate(tx));
    const steps = { tick, lotSize: security.lotSize };
    orders = await adjustOrders(work, {
      ...{ ...concerned, ...steps, cut, isBeforeOpen, isRecoded },
      pricedAt: pricedAt ?? undefined,
    });
    if (orders === 0 && (await countConcerned(tx, concerned)) > 0) return 0;
  }
  if (orders === 0) await storeOrdersAdjusted(tx, idsOf(events), work.now);
  return orders;
}

// Returns whether an event gives the security a new code or ISIN, unless its terms exempt orders.
function isRecoding(event: CorporateActionRow): boolean {
  if (event.kind !== 'CHAN' || event.order_policy === 'KEEP') return false;
  return event.new_name !== null || event.new_isin !== null;
}

interface Effects {
  readonly security: Security;
  /** The events that change the price, with their effects. */
  readonly events: readonly CorporateActionRow[];
  readonly effects: readonly PriceEffect[];
}

async function effectsOf(
  tx: Tx,
  events: readonly CorporateActionRow[],
  { securityId }: ExDateKey,
): Promise<Effects> {
  const found = await findSecurity(tx, { id: securityId });
  const security = present(found, 'the security of an event exists');
  const options = await selectOptions(tx, idsOf(events));
  const rights = await rightsPrices(tx, events);
  const priced = events.flatMap((event) => {
    const own = options.filter(({ corporate_action_id: id }) => id === event.id);
    const rightsPrice = rights.get(event.id);
    const terms = { event, options: own, currency: security.currency, rightsPrice };
    const effect = priceEffect(terms);
    return effect === undefined ? [] : [{ event, effect }];
  });
  return {
    security,
    events: priced.map(({ event }) => event),
    effects: priced.map(({ effect }) => effect),
  };
}

// Order prices are adjusted for payments and ratios. For rights, and for events whose price a
// person set, orders are cancelled instead.
function cutOf(effects: readonly PriceEffect[]): PriceCut {
  const plain = effects.filter(({ rightsPrice }) => rightsPrice === undefined);
  return plain.reduce<PriceCut>(
    (all, effect) => ({
      amount: all.amount.plus(effect.amount),
      dividend: all.dividend.plus(effect.dividend),
      oldUnits: all.oldUnits * effect.oldUnits,
      newUnits: all.newUnits * effect.newUnits,
    }),
    { amount: ZERO, dividend: ZERO, oldUnits: 1n, newUnits: 1n },
  );
}

async function ruleOfOrders(tx: Tx, security: Security, date: BusinessDate) {
  const rules = await rulesOf(tx, security.exchangeId);
  const rows = rules.classes[assetClassOf(security.securityType)].ENTITLEMENT;
  return ruleOn(rows, date)?.orders ?? {};
}

async function tickAt(
  tx: Tx,
  security: Security,
  { price, date }: { readonly price: Decimal | null; readonly date: BusinessDate },
): Promise<Decimal> {
  const rules = await rulesOf(tx, security.exchangeId);
  const groups = ruleOn(rules.classes[assetClassOf(security.securityType)].PRICE_TICK, date);
  return tickOf(groups ?? { groups: [] }, price ?? new Decimal(1));
}

function idsOf(events: readonly CorporateActionRow[]): bigint[] {
  return events.map(({ id }) => id);
}

function priceEvent(
  security: Security,
  { from, to, key }: { readonly from: Decimal; readonly to: Decimal; readonly key: ExDateKey },
) {
  return {
    type: 'price.adjusted',
    subjectId: security.id,
    data: { name: security.name, exDate: key.exDate, close: from, referencePrice: to },
  };
}

// The exchange's rules for refusing a request: ticks, price band, phases, halts, order types.

import {
  NGX_PRICE_BAND,
  NGX_PRICE_TICK,
  PHASE_RULES,
  type TradingPhase,
  tickOf as tickOfGroup,
} from '../../modules/market/index.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import { Decimal } from '../../platform/money/decimal.js';
import { formatPrice, ONE } from './price.js';

export type OrderType = 'MARKET' | 'LIMIT';
export type TimeInForce = 'DAY' | 'GTC' | 'GTD' | 'IOC' | 'FOK' | 'ATO' | 'ATC';

/** The reason why an order was rejected. Its number depends on the FIX version. */
export type RejectReason =
  | 'UNKNOWN_SYMBOL'
  | 'EXCHANGE_CLOSED'
  | 'DUPLICATE_ORDER'
  | 'UNSUPPORTED'
  | 'PRICE_BAND'
  | 'PRICE_INCREMENT'
  | 'OTHER';

export interface Refusal {
  readonly reason: RejectReason;
  readonly text: string;
}

/** The facts about a security that the rules check; prices are in ten-thousandths. */
export interface Listing {
  readonly previousClose: bigint;
  readonly tick: bigint;
  /** The maximum distance of a price from the previous close, in hundredths of a percent. */
  readonly bandPoints: bigint;
  readonly halted: boolean;
}

/** The facts about a new or amended order that the rules check. */
export interface Terms {
  readonly orderType: OrderType;
  readonly price: bigint | null;
  readonly timeInForce: TimeInForce;
  readonly expireDate: BusinessDate | null;
}

/** The facts about the current session that the rules check. */
export interface Session {
  readonly phase: TradingPhase;
  readonly businessDate: BusinessDate;
}

const ALL_POINTS = 10_000n;

/** The default price band, in hundredths of a percent: the NGX band. */
export const BAND_POINTS = BigInt(NGX_PRICE_BAND.percent.times(100).toFixed(0));

/** Returns the default tick of a security, according to the NGX price groups. */
export function tickOf(price: bigint): bigint {
  const tick = tickOfGroup(NGX_PRICE_TICK, new Decimal(formatPrice(price)));
  return BigInt(tick.times(String(ONE)).toFixed(0));
}

/** Returns the lowest and the highest price on the tick that the day's band allows. */
export function bandOf(listing: Pick<Listing, 'previousClose' | 'tick' | 'bandPoints'>): {
  low: bigint;
  high: bigint;
} {
  const { previousClose, tick, bandPoints } = listing;
  const exactLow = previousClose * (ALL_POINTS - bandPoints);
  const exactHigh = previousClose * (ALL_POINTS + bandPoints);
  const step = tick * ALL_POINTS;
  const low = ((exactLow + step - 1n) / step) * tick;
  return { low: low > 0n ? low : tick, high: (exactHigh / step) * tick };
}

/**
 * Returns the first rule that a new order violates. The rules are checked in the order that
 * exchanges use.
 */
export function refuseOrder(terms: Terms, listing: Listing, session: Session): Refusal | undefined {
  return (
    refusePhase(terms, listing, session) ??
    refuseTerm(terms, session.businessDate) ??
    refusePrice(terms, listing)
  );
}

/** Returns the first rule that a price violates: the tick, then the band. */
function refusePrice(terms: Pick<Terms, 'price'>, listing: Listing): Refusal | undefined {
  if (terms.price === null) return undefined;
  if (terms.price % listing.tick !== 0n) {
    const tick = formatPrice(listing.tick);
    return { reason: 'PRICE_INCREMENT', text: `invalid price increment, tick is ${tick}` };
  }
  const { low, high } = bandOf(listing);
  if (terms.price >= low && terms.price <= high) return undefined;
  const text = `price exceeds price band ${formatPrice(low)} to ${formatPrice(high)}`;
  return { reason: 'PRICE_BAND', text };
}

/** Returns why amendments are refused: a halt, or a market that is closed or in an auction. */
export function refuseAmendment(listing: Listing, session: Session): Refusal | undefined {
  if (listing.halted) return { reason: 'EXCHANGE_CLOSED', text: 'security is halted' };
  if (PHASE_RULES[session.phase].amends) return undefined;
  return {
    reason: 'EXCHANGE_CLOSED',
    text: `amendments are not accepted while ${phaseText(session.phase)}`,
  };
}

function refusePhase(terms: Terms, listing: Listing, { phase }: Session): Refusal | undefined {
  if (listing.halted) return { reason: 'EXCHANGE_CLOSED', text: 'security is halted' };
  const rules = PHASE_RULES[phase];
  if (!rules.orders) return { reason: 'EXCHANGE_CLOSED', text: 'the market is closed' };
  const opening = phase === 'PRE_OPEN' || phase === 'OPENING_IMBALANCE';
  if (terms.timeInForce === 'ATO' && !opening) {
    return { reason: 'EXCHANGE_CLOSED', text: 'too late for the opening auction' };
  }
  if (rules.matching) return undefined;
  const waits = terms.timeInForce !== 'IOC' && terms.timeInForce !== 'FOK';
  if (terms.orderType === 'LIMIT' && waits) return undefined;
  return {
    reason: 'UNSUPPORTED',
    text: `only limit orders are accepted while ${phaseText(phase)}`,
  };
}

function refuseTerm(terms: Terms, businessDate: BusinessDate): Refusal | undefined {
  const { timeInForce, expireDate } = terms;
  if (timeInForce === 'GTD' && expireDate === null) {
    return { reason: 'OTHER', text: 'a good-till-date order needs an expiry date' };
  }
  if (timeInForce === 'GTD' && expireDate !== null && expireDate < businessDate) {
    return { reason: 'OTHER', text: `the expiry date ${expireDate} has passed` };
  }
  const auctionOnly = timeInForce === 'ATO' || timeInForce === 'ATC';
  if (!auctionOnly || terms.orderType === 'LIMIT') return undefined;
  return { reason: 'UNSUPPORTED', text: 'auction orders need a limit price' };
}

function phaseText(phase: TradingPhase): string {
  return phase.toLowerCase().replaceAll('_', ' ');
}

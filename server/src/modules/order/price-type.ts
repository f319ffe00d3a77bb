// Price types: one table of all that differs between them. Schemas, checks, statements and the
// adapters read it; nobody else compares a price type with a word.

import { type Sql, sql } from '../../platform/database/sql.js';

/** How the price of an order is set. */
export const PRICE_TYPES = ['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT'] as const;

export type PriceType = (typeof PRICE_TYPES)[number];

/** The price types that an exchange is told of. */
export type ToldPriceType = Extract<PriceType, 'MARKET' | 'LIMIT'>;

interface PriceTypeTerms {
  readonly needsLimitPrice: boolean;
  /** It waits here until the last price reaches its stop price; an exchange hears of it then. */
  readonly needsStopPrice: boolean;
  /** As what an exchange is told of it: itself, or what a stop turns into when it is let go. */
  readonly toldAs: ToldPriceType;
  /** Whether it may have a term for the opening or the closing auction. */
  readonly takesAuction: boolean;
  /** Whether it may be given for a value; what a stop costs is known when it is let go. */
  readonly takesValue: boolean;
}

const MARKET: PriceTypeTerms = {
  needsLimitPrice: false,
  needsStopPrice: false,
  toldAs: 'MARKET',
  takesAuction: false,
  takesValue: true,
};

const STOP: PriceTypeTerms = { ...MARKET, needsStopPrice: true, takesValue: false };

/** What differs between the price types. */
export const PRICE_TYPE: Readonly<Record<PriceType, PriceTypeTerms>> = {
  MARKET,
  LIMIT: { ...MARKET, needsLimitPrice: true, toldAs: 'LIMIT', takesAuction: true },
  STOP,
  STOP_LIMIT: { ...STOP, needsLimitPrice: true, toldAs: 'LIMIT' },
};

/** OrdType (40) of what an exchange is told. */
export const FIX_ORD_TYPE: Readonly<Record<ToldPriceType, string>> = { MARKET: '1', LIMIT: '2' };

/** The price types of which something holds. */
export function priceTypesWith(holds: (terms: PriceTypeTerms) => boolean): readonly PriceType[] {
  return PRICE_TYPES.filter((priceType) => holds(PRICE_TYPE[priceType]));
}

const TOLD_AS_LIMIT = priceTypesWith(({ toldAs }) => toldAs === 'LIMIT');

/** As what an exchange is told of an order `t` of `trade_order`. */
export const TOLD_PRICE_TYPE: Sql = sql`case
  when t.price_type = any(${[...TOLD_AS_LIMIT]}::text[]) then 'LIMIT' else 'MARKET' end`;

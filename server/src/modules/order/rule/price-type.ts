// Price types: one table of all that differs between them. Schemas, checks, statements and the
// adapters read it; no other code compares a price type with a word.

/** How the price of an order is set. */
export const PRICE_TYPES = ['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT'] as const;

export type PriceType = (typeof PRICE_TYPES)[number];

/** The price types that are sent to an exchange. */
export type SentPriceType = Extract<PriceType, 'MARKET' | 'LIMIT'>;

interface PriceTypeTerms {
  readonly needsLimitPrice: boolean;
  /** Held here until the last price reaches its stop price; only then is it sent. */
  readonly needsStopPrice: boolean;
  /** The price type sent to the exchange: its own, or what a stop becomes when it is released. */
  readonly sentAs: SentPriceType;
  /** Whether it may have a term for the opening or the closing auction. */
  readonly takesAuction: boolean;
  /** Whether the order may state a value; the cost of a stop is known when it is released. */
  readonly takesValue: boolean;
}

const MARKET: PriceTypeTerms = {
  needsLimitPrice: false,
  needsStopPrice: false,
  sentAs: 'MARKET',
  takesAuction: false,
  takesValue: true,
};

const STOP: PriceTypeTerms = { ...MARKET, needsStopPrice: true, takesValue: false };

/** What differs between the price types. */
export const PRICE_TYPE: Readonly<Record<PriceType, PriceTypeTerms>> = {
  MARKET,
  LIMIT: { ...MARKET, needsLimitPrice: true, sentAs: 'LIMIT', takesAuction: true },
  STOP,
  STOP_LIMIT: { ...STOP, needsLimitPrice: true, sentAs: 'LIMIT' },
};

/** OrdType (40) of a price type that is sent to an exchange. */
export const FIX_ORD_TYPE: Readonly<Record<SentPriceType, string>> = { MARKET: '1', LIMIT: '2' };

/** The price types of which something holds. */
export function priceTypesWith(holds: (terms: PriceTypeTerms) => boolean): readonly PriceType[] {
  return PRICE_TYPES.filter((priceType) => holds(PRICE_TYPE[priceType]));
}

// Price types: one table with all differences between them. Schemas, checks, statements and
// adapters read the table; no other code compares price types by name.

/** The price types of orders. */
export const PRICE_TYPES = ['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT'] as const;

export type PriceType = (typeof PRICE_TYPES)[number];

/** The price types that an exchange accepts. */
export type SentPriceType = Extract<PriceType, 'MARKET' | 'LIMIT'>;

interface PriceTypeTerms {
  readonly needsLimitPrice: boolean;
  /** Whether the server keeps the order until the last price reaches its stop price. */
  readonly needsStopPrice: boolean;
  /**
   * The price type sent to the exchange. For a stop order, this is the price type sent after its
   * release.
   */
  readonly sentAs: SentPriceType;
  /** Whether the order may have a term for the opening or closing auction. */
  readonly takesAuction: boolean;
  /**
   * Whether the order may be placed by value. A stop order may not, because its cost is unknown
   * until it is released.
   */
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

/** The terms of each price type. */
export const PRICE_TYPE: Readonly<Record<PriceType, PriceTypeTerms>> = {
  MARKET,
  LIMIT: { ...MARKET, needsLimitPrice: true, sentAs: 'LIMIT', takesAuction: true },
  STOP,
  STOP_LIMIT: { ...STOP, needsLimitPrice: true, sentAs: 'LIMIT' },
};

/** OrdType (40) for a price type that is sent to an exchange. */
export const FIX_ORD_TYPE: Readonly<Record<SentPriceType, string>> = { MARKET: '1', LIMIT: '2' };

/** Returns the price types whose terms meet a condition. */
export function priceTypesWith(holds: (terms: PriceTypeTerms) => boolean): readonly PriceType[] {
  return PRICE_TYPES.filter((priceType) => holds(PRICE_TYPE[priceType]));
}

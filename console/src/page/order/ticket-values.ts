// The fields of the order ticket, and the request body built from them.

export const PRICE_TYPES = ['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT'] as const;

export interface TicketValues {
  readonly portfolioName: string;
  readonly portfolioId: string;
  readonly customerLabel: string;
  readonly securityName: string;
  readonly orderType: 'BUY' | 'SELL';
  readonly priceType: (typeof PRICE_TYPES)[number];
  readonly quantityRequested: string;
  readonly limitPrice: string;
  readonly stopPrice: string;
  readonly orderTermName: string;
}

export const EMPTY: TicketValues = {
  portfolioName: '',
  portfolioId: '',
  customerLabel: '',
  securityName: '',
  orderType: 'BUY',
  priceType: 'LIMIT',
  quantityRequested: '',
  limitPrice: '',
  stopPrice: '',
  orderTermName: 'DAY',
};

/** Builds the order as the API expects it. Prices that the price type does not use are left out. */
export function bodyOf(values: TicketValues, id: string | undefined) {
  const { portfolioId: _id, customerLabel: _label, limitPrice, stopPrice, ...rest } = values;
  const hasLimit = values.priceType === 'LIMIT' || values.priceType === 'STOP_LIMIT';
  const hasStop = values.priceType === 'STOP' || values.priceType === 'STOP_LIMIT';
  return {
    ...rest,
    orderOrigin: 'DEALER',
    ...(id === undefined ? {} : { id: Number(id) }),
    ...(hasLimit ? { limitPrice } : {}),
    ...(hasStop ? { stopPrice } : {}),
  };
}

// The fields of the order ticket, and the request body that they make.

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

/** The order as the API expects it, without a price that its price type does not use. */
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

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
  /** The order's last day, if its term requires one. Otherwise empty. */
  readonly orderEndDate: string;
  /** Empty to use the default of the portfolio or the customer. */
  readonly custodianName: string;
  readonly agentName: string;
  readonly commissionGroupName: string;
  readonly referenceOrderId: string;
  readonly settlementInstructions: string;
  readonly doNotAdjust: boolean;
}

/** The fields in the collapsed section of the ticket. */
export const MORE_MEMBERS = [
  ...(['custodianName', 'agentName', 'commissionGroupName', 'referenceOrderId'] as const),
  ...(['settlementInstructions', 'doNotAdjust'] as const),
] as const;

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
  orderEndDate: '',
  custodianName: '',
  agentName: '',
  commissionGroupName: '',
  referenceOrderId: '',
  settlementInstructions: '',
  doNotAdjust: false,
};

/**
 * Builds the order for the API. Empty fields, and prices that the price type does not use, are
 * omitted. An amendment always states whether dividends adjust the order.
 */
export function bodyOf(values: TicketValues, id: string | undefined) {
  const { portfolioId: _id, customerLabel: _label, limitPrice, stopPrice, ...others } = values;
  const { custodianName, agentName, commissionGroupName, ...rest } = others;
  const { referenceOrderId, settlementInstructions, doNotAdjust, orderEndDate, ...terms } = rest;
  const hasLimit = values.priceType === 'LIMIT' || values.priceType === 'STOP_LIMIT';
  const hasStop = values.priceType === 'STOP' || values.priceType === 'STOP_LIMIT';
  const reference = referenceOrderId.trim();
  return {
    ...terms,
    orderOrigin: 'DEALER',
    ...(id === undefined ? {} : { id: Number(id) }),
    ...(hasLimit ? { limitPrice } : {}),
    ...(hasStop ? { stopPrice } : {}),
    ...(orderEndDate === '' ? {} : { orderEndDate: `${orderEndDate}T00:00:00Z` }),
    ...given({ custodianName, agentName, commissionGroupName, settlementInstructions }),
    ...(reference === '' ? {} : { referenceOrderId: numberOf(reference) }),
    ...(doNotAdjust || id !== undefined ? { doNotAdjust } : {}),
  };
}

function given(members: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text.trim() !== ''));
}

/**
 * Text that is not a number is sent unchanged, so that the server refuses it and names the field.
 */
function numberOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Object(text).valueOf();
}

// Wire shapes of the order module, and the only place of its wire names.

import { Type } from '@sinclair/typebox';
import { HTTP } from '../../limits.js';
import { SPANS } from '../../platform/calendar/curve.js';
import { pageBC, pageBS } from '../../platform/http/reply/paging.js';
import { stampShape } from '../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireOrderDate,
  wireText,
} from '../../platform/http/shape/wire.js';
import { ORDER_WAITS } from './exchange/wait.js';
import { ORDER_STATUSES } from './rule/order-state.js';
import { PRICE_TYPES, priceTypesWith } from './rule/price-type.js';

const given = Type.Optional;

const SIDES = ['BUY', 'SELL'] as const;
const LIMITED = priceTypesWith(({ needsLimitPrice }) => needsLimitPrice).join(' and ');
const STOPS = priceTypesWith(({ needsStopPrice }) => needsStopPrice).join(' and ');
const ANY_PRICE_TYPE = `${PRICE_TYPES.slice(0, -1).join(', ')} or ${PRICE_TYPES.at(-1)}`;
const ORDER_BASES = ['QUANTITY', 'VALUE'] as const;

/** The order in a request. Members that the server sets are ignored. */
export const TradeOrderBody = openObject({
  id: given(wireId({ description: '0 or absent on submit' })),
  portfolioName: wireText({ description: "Code of the customer's portfolio" }),
  securityName: given(wireText({ description: 'Code of the security, such as ACCESS' })),
  instrument: given(wireText({ description: 'Another name for securityName' })),
  orderType: wireChoice(SIDES, { description: 'Side' }),
  priceType: wireChoice(PRICE_TYPES, { description: 'How the price is set' }),
  quantityRequested: given(
    wireDecimal({ description: 'Units, a whole number; with orderBase VALUE they are reckoned' }),
  ),
  orderTermName: wireText({ description: 'Code of the order term, such as DAY' }),
  limitPrice: given(wireDecimal({ description: `Required for ${LIMITED}` })),
  stopPrice: given(wireDecimal({ description: `Required for ${STOPS}` })),
  orderBase: given(
    wireChoice(ORDER_BASES, { description: 'QUANTITY unless said otherwise; no VALUE of a stop' }),
  ),
  orderValue: given(
    wireDecimal({ description: 'With orderBase VALUE, what to deal for, without charges' }),
  ),
  orderOrigin: given(wireText({ description: 'WEB, MOBILE_APP, API, DEALER, …', longest: 40 })),
  orderCurrency: given(wireText({ description: "The security's currency", longest: 3 })),
  orderDate: given(wireOrderDate({ description: 'When the customer gave the order' })),
  orderStartDate: given(wireInstant({ description: 'From when the order may go' })),
  orderEndDate: given(
    wireInstant({ description: 'Last day of a GTD or GTC order, a trading day' }),
  ),
  exchange: given(wireText({ description: "Code of the security's exchange" })),
  businessOffice: given(wireText({ description: "Code of the customer's business office" })),
  customerName: given(wireText({ description: "Code of the portfolio's customer" })),
  instrumentType: given(wireText({ description: "The security's type: EQUITY, BOND_NAT or BOND" })),
  description: given(wireText({ description: 'Free text', longest: 1000 })),
  referenceOrderId: given(
    wireId({ description: 'An order of the same customer that this one follows' }),
  ),
  settlementInstructions: given(
    wireText({ description: 'Free text for settlement', longest: 1000 }),
  ),
  commissionGroupName: given(
    wireText({ description: "The customer's own group; the firm sets it on the customer" }),
  ),
  custodianName: given(wireText({ description: 'Refused: no custodian is registered yet' })),
  agentName: given(wireText({ description: 'Refused: no agent is registered yet' })),
});

/**
 * A stored order in replies. Quantities are text, because clients of the original API expect text.
 */
export const TradeOrderRecord = openObject({
  id: wireId({ description: 'Id of the order' }),
  customerId: wireId({ description: 'Id of the customer' }),
  portfolioId: wireId({ description: 'Id of the portfolio' }),
  name: wireText({ description: 'Number of the order, the stem of its ClOrdIDs' }),
  label: wireText({ description: 'Side, quantity, security and price in one line' }),
  active: wireFlag({ description: 'False once it was taken out of use' }),
  instrumentType: wireText({ description: 'Type of the security: EQUITY or BOND_NAT' }),
  description: given(wireText({ description: 'Free text of who gave it' })),
  orderBase: wireText({ description: 'QUANTITY, or VALUE when it was given for a value' }),
  fixMessage: given(wireText({ description: "The exchange's last text" })),
  systemGenerated: wireFlag({ description: 'Made by the program, not by a caller' }),
  exchange: wireText({ description: 'Code of the exchange' }),
  securityName: wireText({ description: 'Code of the security' }),
  securityLabel: wireText({ description: 'Name of the security' }),
  customerName: wireText({ description: 'Code of the customer' }),
  customerLabel: wireText({ description: 'Name of the customer' }),
  portfolioName: wireText({ description: 'Code of the portfolio' }),
  portfolioLabel: wireText({ description: 'Name of the portfolio' }),
  orderType: wireText({ description: 'Side: BUY or SELL' }),
  priceType: wireText({ description: ANY_PRICE_TYPE }),
  orderStartDate: given(wireInstant({ description: 'From when it may go' })),
  orderEndDate: given(wireInstant({ description: 'The end that was asked for' })),
  referenceOrderId: given(wireId({ description: 'The order that this one follows' })),
  settlementInstructions: given(wireText({ description: 'Free text for settlement' })),
  commissionGroupName: wireText({
    description: "The customer's group, by which commission is charged",
  }),
  orderDate: wireInstant({ description: 'When the customer gave it' }),
  orderOrigin: wireText({ description: 'Where it came from, such as WEB' }),
  quantityRequested: wireText({ description: 'Units ordered' }),
  businessOffice: wireText({ description: 'Code of the business office' }),
  instrument: wireText({ description: 'The securityName again' }),
  orderCurrency: wireText({ description: 'Currency of prices and values' }),
  limitPrice: given(wireDecimal({ description: 'Limit, where the price type has one' })),
  stopPrice: given(wireDecimal({ description: 'Stop price, where the price type has one' })),
  triggeredDttm: given(wireInstant({ description: 'When a stop order was let go' })),
  orderTermName: wireText({ description: 'Code of the order term' }),
  orderTermLabel: wireText({ description: 'Name of the order term' }),
  custodianName: given(wireText({ description: 'Custodian of the units' })),
  agentName: given(wireText({ description: 'Agent who brought it' })),
  quantityFilled: wireText({ description: 'Units filled' }),
  quantityPending: wireText({ description: 'Units that can still be filled; 0 when it ended' }),
  averagePrice: given(wireDecimal({ description: 'Average price of the fills' })),
  orderStatus: wireText({
    description: 'BOOKED, EXECUTING, EXECUTED, CANCELLED, REJECTED or EXPIRED',
  }),
  fixOrderStatus: wireText({
    description: 'What the exchange said last; NA before it said anything',
  }),
  waitingFor: given(
    wireText({ description: `What a live order waits for: ${ORDER_WAITS.join(', ')}` }),
  ),
  sessionName: wireText({ description: 'The session that carries it to its exchange' }),
  statusDate: wireInstant({ description: 'When the status changed last' }),
  locked: wireText({ description: '"true" while nobody may change it' }),
  orderTotal: wireDecimal({
    description:
      'With charges. Live: the most that a buy takes, or the least that a sell brings, whatever ' +
      'dates it is filled on. Ended: what its contract notes took or brought; fills without a ' +
      'note as their note is estimated',
  }),
  heldAmount: wireDecimal({ description: 'Money that it holds now; 0 when it holds none' }),
  valueRequested: given(
    wireDecimal({ description: 'What an order with orderBase VALUE was given for' }),
  ),
  orderValue: wireDecimal({
    description:
      'Without charges: fills at their prices, and while live the rest at its worst price',
  }),
  ...stampShape,
});

export const IdParams = openObject({ id: wireId() });

/**
 * Orders of one portfolio: `p` portfolio id, `b` page, `c` size, `s` status, `sd` and `ed` dates.
 */
export const PortfolioOrdersQuery = openObject({
  p: wireId({ description: 'Portfolio id' }),
  s: given(wireChoice(ORDER_STATUSES, { description: 'Order status' })),
  sd: given(wireDate({ description: 'First business date' })),
  ed: given(wireDate({ description: 'Last business date' })),
  ...pageBC,
});

const blotterFilters = {
  customerId: given(wireId()),
  securityName: given(wireText()),
  status: given(wireChoice(ORDER_STATUSES)),
  waitingFor: given(
    wireChoice(ORDER_WAITS, {
      description: 'Only live orders that wait for this; UNKNOWN_FATE: nobody knows what became',
    }),
  ),
  side: given(wireChoice(SIDES)),
  origin: given(wireText()),
  officeName: given(wireText()),
  exchangeName: given(wireText({ description: 'Code of the exchange' })),
  currency: given(wireText({ description: 'Only orders in this currency', longest: 3 })),
  q: given(wireText({ description: 'Part of the order number, customer, portfolio or security' })),
  sd: given(wireDate()),
  ed: given(wireDate()),
};

/** The filters of the blotter, its sort order and its page. */
export const BlotterQuery = openObject({
  ...blotterFilters,
  sort: given(
    wireText({
      description:
        'id, securityName, customerLabel, quantityRequested, orderTotal or statusDate; with a ' +
        'minus before it descending. `-id` when absent. In another order by pages alone',
    }),
  ),
  ...pageBS,
});

/** The filters of the blotter, for sums over all matching orders. */
export const BlotterSummaryQuery = openObject(blotterFilters);

const sumOf = (description: string) => wireDecimal({ description });

const live = wireInteger({ description: 'Those that can still be filled' });
const sums = {
  currency: wireText(),
  count: wireInteger({ description: 'Orders in the currency' }),
  bought: sumOf('Filled units of buys at their average price'),
  sold: sumOf('Filled units of sells at their average price'),
  pending: sumOf('Value with charges of orders that can still be filled'),
};

/** Sums over orders, by currency. */
export const BlotterSummaryReply = closedObject({
  count: wireInteger({ description: 'Orders that match' }),
  live,
  result: Type.Array(closedObject(sums)),
});

/** What the orders of the blotter can be grouped by. */
export const GROUPINGS = ['SECURITY', 'CUSTOMER', 'SIDE', 'STATUS', 'EXCHANGE'] as const;

/** The filters of the blotter, and the member to group by. */
export const BlotterGroupQuery = openObject({
  by: wireChoice(GROUPINGS, { description: 'What orders of one group have in common' }),
  ...blotterFilters,
  ...pageBS,
});

/** Orders of one group and currency. */
export const BlotterGroupRecord = closedObject({
  key: wireText({
    description:
      'With `currency`, the filter that leaves these orders: `securityName`, `customerId`, ' +
      '`side`, `status` or `exchangeName`',
  }),
  label: wireText({ description: 'Human text of the group' }),
  live,
  ...sums,
});

/** The range of the latency statistics. */
export const OrderLatencyQuery = closedObject({
  span: wireChoice(SPANS, { description: 'By the minute, the quarter, or two hours' }),
});

const took = (description: string) =>
  given(
    closedObject({
      count: wireInteger({ description: 'Orders that came so far' }),
      halfMs: wireDecimal({ description: `${description}: half of them took no longer` }),
      mostMs: wireDecimal({ description: '95 of a hundred took no longer' }),
      nearlyAllMs: wireDecimal({ description: '99 of a hundred took no longer' }),
    }),
  );

/** Latencies by the step in which orders were accepted. */
export const OrderLatencyReply = closedObject({
  from: wireInstant({ description: 'Where the first step begins' }),
  result: Type.Array(
    closedObject({
      at: wireInstant({ description: 'Where the step ends' }),
      count: wireInteger({ description: 'Orders taken in the step' }),
      sent: took('From taken to sent to the exchange, in milliseconds'),
      answered: took("From taken to the exchange's first report"),
      filled: took('From taken to the first fill'),
    }),
  ),
});

/** Contract notes of a date range; all of `sd, ed, x, t, b, c, s` are required. */
export const ContractNotesQuery = openObject({
  sd: wireDate({ description: 'First trade date' }),
  ed: wireDate({ description: 'Last trade date' }),
  x: wireText({ description: 'Exchange code' }),
  t: wireChoice(['BOND_NAT', 'BOND', 'EQUITY'], { description: 'Security type' }),
  ...pageBC,
  b: wireInteger({ description: 'Page number' }),
  c: wireInteger({
    description: `Page size, at most ${HTTP.pageSizeMax}`,
    most: HTTP.pageSizeMax,
  }),
  s: wireChoice(ORDER_STATUSES, { description: 'Order status' }),
});

export const CustomerNotesQuery = openObject({
  sd: given(wireDate()),
  ed: given(wireDate()),
  p: given(wireId({ description: 'Portfolio id' })),
  ...pageBS,
});

export const NoteChargeRecord = openObject({
  code: wireText(),
  onCode: given(wireText()),
  payee: wireText(),
  amount: wireDecimal(),
});

export const ContractNoteRecord = openObject({
  id: wireId(),
  name: wireText(),
  label: wireText(),
  active: wireFlag(),
  orderId: wireId(),
  orderName: wireText(),
  orderStatus: wireText(),
  orderType: wireText(),
  exchange: wireText(),
  securityName: wireText(),
  securityLabel: wireText(),
  securityType: wireText(),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  portfolioName: wireText(),
  businessOffice: wireText(),
  currency: wireText(),
  tradeDate: wireDate(),
  settlementDate: wireDate(),
  settled: wireFlag(),
  status: wireText({ description: 'ISSUED, SETTLED or REVERSED (active is then false)' }),
  replacesId: given(wireId({ description: 'The reversed note in whose place this one stands' })),
  quantity: wireText(),
  price: wireDecimal(),
  consideration: wireDecimal({ description: 'At the price dealt, which is clean for a bond' }),
  accruedFrom: given(wireDate({ description: "A bond's last coupon date" })),
  accruedDays: given(wireInteger({ description: 'From then to settlement by its day count' })),
  accruedCoupon: given(wireDecimal({ description: 'What the buyer pays the seller of it' })),
  dirtyValue: given(wireDecimal({ description: 'Consideration and accrued coupon' })),
  charges: Type.Array(NoteChargeRecord),
  totalCharges: wireDecimal(),
  netAmount: wireDecimal(),
  tariffName: wireText(),
  tariffVersion: wireDecimal(),
  ...stampShape,
});

export const PortfolioBody = openObject({
  id: given(wireId()),
  customerId: given(wireId()),
  customerName: given(wireText()),
  portfolioTypeName: given(wireText({ description: 'EXCHANGE unless said otherwise' })),
  label: given(wireText()),
  currency: given(wireText({ longest: 3 })),
  accountNo: given(wireText()),
  chnNumber: given(wireText()),
});

export const PortfolioRecord = openObject({
  id: wireId(),
  name: wireText(),
  label: wireText(),
  active: wireFlag(),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  portfolioTypeName: wireText(),
  businessOfficeName: wireText(),
  currency: wireText(),
  accountNo: given(wireText()),
  chnNumber: given(wireText()),
  ...stampShape,
});

export const PortfolioAccountQuery = openObject({
  accountNo: given(wireText()),
  chnNumber: given(wireText()),
  name: wireText({ description: 'Code of the portfolio' }),
});

export const HoldingRecord = openObject({
  portfolioId: wireId(),
  securityName: wireText(),
  securityLabel: wireText(),
  securityType: wireText(),
  quantity: wireText(),
  heldQuantity: given(wireText({ description: 'Set aside for sell orders now' })),
  availableQuantity: given(wireText({ description: 'The rest; both only for today' })),
  averageCost: wireDecimal(),
  cost: wireDecimal(),
  lastPrice: given(wireDecimal()),
  marketValue: given(wireDecimal()),
  unrealisedGain: given(wireDecimal()),
  realisedGain: wireDecimal(),
  cleanPrice: given(wireDecimal({ description: 'A bond without its accrued coupon, per 100' })),
  dirtyPrice: given(wireDecimal({ description: 'A bond with its accrued coupon, per 100' })),
  accruedCoupon: given(wireDecimal({ description: 'What the units have earned of it' })),
  dirtyValue: given(wireDecimal({ description: 'Market value and accrued coupon' })),
  currency: wireText(),
});

/** Holdings of a date: `d`. */
export const HoldingsQuery = openObject({
  d: given(wireDate({ description: 'At the end of this date; now unless given' })),
});

/** The entries at the exchange for an order of a lasting term, one after the other. */
const ExchangeOrderRecord = openObject({
  entryNo: wireInteger({ description: '1 is the first' }),
  enteredDate: wireDate(),
  lastDate: wireDate({ description: 'The last day on which the exchange keeps it' }),
  quantity: wireText(),
  quantityFilled: wireText(),
  quantityPending: wireText({ description: 'What may still be filled of it' }),
  fixOrderStatus: wireText(),
  endedDttm: given(wireInstant({ description: 'When the exchange said that it works no more' })),
});

const ExecutionRecord = openObject({
  execId: wireText(),
  execType: wireText(),
  execRefId: given(wireText({ description: 'The execution that a correction or bust is about' })),
  quantity: wireText(),
  price: wireDecimal(),
  tradeDate: wireDate(),
  receivedDttm: wireInstant(),
  settlementDate: given(wireDate({ description: 'Settlement date that the exchange stated' })),
  source: wireText({ description: 'EXCHANGE, or PERSON for one given to settle a work item' }),
  unmatchedReportId: given(wireId({ description: 'The work item that it settles' })),
  givenBy: given(wireText({ description: 'Who gave it' })),
});

/** One order with its executions and exchange orders. */
export const TradeOrderDetail = openObject({
  ...TradeOrderRecord.properties,
  executions: Type.Array(ExecutionRecord),
  exchangeOrders: Type.Array(ExchangeOrderRecord),
});

/** Range and currency of a valuation: `sd`, `ed`, `cu`. */
export const ValuationQuery = openObject({
  sd: given(wireDate({ description: 'First date' })),
  ed: given(wireDate({ description: 'Last date' })),
  cu: given(wireText({ description: 'Currency', longest: 3 })),
});

const valueMembers = {
  amount: wireDecimal({ description: 'Securities, accrued coupons and cash together' }),
  securitiesValue: wireDecimal({ description: 'At clean prices' }),
  accruedCoupon: wireDecimal({ description: 'What bonds have earned of their next coupon' }),
  cashValue: wireDecimal({ description: 'Cleared and unsettled, whether held or not' }),
  holdingsWithoutPrice: given(wireDecimal({ description: 'Holdings that no price is known of' })),
};

export const ValuationRecord = openObject({
  portfolioId: given(wireId()),
  customerId: given(wireId()),
  currency: wireText(),
  startDate: wireDate(),
  endDate: wireDate(),
  openingDate: wireDate({ description: 'The business day before the first' }),
  openingValue: wireDecimal({ description: 'Value at the end of openingDate' }),
  closingValue: wireDecimal({ description: 'Value at the end of endDate' }),
  change: wireDecimal(),
  ...valueMembers,
  cost: wireDecimal(),
  unrealisedGain: wireDecimal(),
  values: Type.Array(openObject({ date: wireDate(), ...valueMembers })),
  holdings: Type.Array(HoldingRecord),
});

// Wire shapes of the order module, except those of latencies.

import { type TSchema, Type } from '@sinclair/typebox';
import { HTTP } from '../../limits.js';
import { pageBC, pageBS } from '../../platform/http/reply/paging.js';
import { stampShape } from '../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireCode,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireOrderDate,
  wireReference,
  wireText,
} from '../../platform/http/shape/wire.js';
import { SECURITY_TYPES } from '../market/index.js';
import { ORDER_WAITS } from './exchange/wait.js';
import { ORDER } from './limits.js';
import { CUM_EX } from './record/exchange-report.js';
import { ORDER_STATUSES } from './rule/order-state.js';
import { PRICE_TYPES, priceTypesWith } from './rule/price-type.js';

const given = Type.Optional;
const named = <S extends TSchema>(kind: string, type: S) => naming(kind, given(type));

const code = (description: string, longest?: number) =>
  given(wireCode({ description, isReference: true, ...(longest && { longest }) }));

const SIDES = ['BUY', 'SELL'] as const;
const LIMITED = priceTypesWith(({ needsLimitPrice }) => needsLimitPrice).join(' and ');
const STOPS = priceTypesWith(({ needsStopPrice }) => needsStopPrice).join(' and ');
const ANY_PRICE_TYPE = `${PRICE_TYPES.slice(0, -1).join(', ')} or ${PRICE_TYPES.at(-1)}`;
const ORDER_BASES = ['QUANTITY', 'VALUE'] as const;

/** The order in a request. Fields that the server sets are ignored. */
export const TradeOrderBody = openObject({
  id: given(wireId({ description: '0 or absent on submit' })),
  portfolioName: wireText({ description: "Code of the customer's portfolio" }),
  portfolioId: given(wireId({ description: 'Id of the same portfolio; any other id is refused' })),
  securityName: code('Code of the security, such as ACCESS'),
  instrument: code('Another name for securityName'),
  orderType: wireChoice(SIDES, { description: 'Side' }),
  priceType: wireChoice(PRICE_TYPES, { description: 'How the price is set' }),
  quantityRequested: given(
    wireDecimal({ description: 'Number of units; calculated if orderBase is VALUE' }),
  ),
  orderTermName: wireText({ description: 'Code of the order term, such as DAY' }),
  limitPrice: given(
    wireDecimal({ description: `Required for ${LIMITED}; otherwise ignored with a warning` }),
  ),
  stopPrice: given(
    wireDecimal({ description: `Required for ${STOPS}; otherwise ignored with a warning` }),
  ),
  orderBase: given(
    wireChoice(ORDER_BASES, {
      description: 'Default: QUANTITY; VALUE is not available for stop orders',
    }),
  ),
  orderValue: given(
    wireDecimal({ description: 'The value to deal, without charges, if orderBase is VALUE' }),
  ),
  orderOrigin: given(
    wireText({
      description: 'WEB, MOBILE_APP, API, DEALER, …; an update ignores a change, with a warning',
      longest: 40,
    }),
  ),
  orderCurrency: code("The security's currency", 3),
  orderDate: given(
    wireOrderDate({
      description: "Time of the customer's order; an update ignores a change, with a warning",
    }),
  ),
  orderStartDate: given(wireInstant({ description: 'Earliest time to send the order' })),
  orderEndDate: given(
    wireInstant({
      description: 'Last trading day of a GTD or GTC order; otherwise ignored with a warning',
    }),
  ),
  exchange: given(wireReference({ description: "Code of the security's exchange" })),
  businessOffice: given(wireReference({ description: "Code of the customer's business office" })),
  customerName: given(wireReference({ description: "Code of the portfolio's customer" })),
  instrumentType: given(
    wireReference({
      description:
        "The security's type, such as EQUITY; BOND: any bond. An unknown type is ignored with " +
        'a warning',
    }),
  ),
  description: given(wireText({ description: 'Free text', longest: 1000 })),
  referenceOrderId: given(
    wireId({
      description:
        'An earlier order of the same customer to which this one refers, such as one that it ' +
        're-enters. The earlier order is not cancelled',
    }),
  ),
  settlementInstructions: given(
    wireText({
      description:
        'Text for the settlement, without control characters. Printed on the contract note, and ' +
        "sent to the exchange if its session is configured to. Default: the portfolio's own",
      isOneLine: true,
    }),
  ),
  commissionGroupName: given(
    wireReference({
      description:
        "Commission group by code; default: the customer's own. Another active group, which " +
        'needs the permission order.commission.override, determines the charges of this order',
    }),
  ),
  custodianName: code(
    "Code of the custodian through which the order's trades are settled, one of the " +
      "portfolio's. Default: the portfolio's default custodian",
  ),
  doNotAdjust: given(
    wireFlag({
      description:
        'If true, a cash dividend does not lower the limit of a buy, or the stop price of a ' +
        'sell, on its ex-date. Other corporate actions still adjust or cancel the order. An ' +
        'update without this field does not change it. Ignored with a warning if no dividend ' +
        'would change the order',
    }),
  ),
  agentName: code(
    "Code of the agent that earns a share of the commission. Default: the customer's own. " +
      'Any other agent needs the permission order.agent.override',
  ),
});

/** A stored order in replies. Quantities are text, as clients of the original API expect. */
export const TradeOrderRecord = openObject({
  id: wireId({ description: 'Id of the order' }),
  customerId: wireId({ description: 'Id of the customer' }),
  portfolioId: wireId({ description: 'Id of the portfolio' }),
  name: wireText({ description: 'Number of the order, the stem of its ClOrdIDs' }),
  label: wireText({ description: 'Side, quantity, security and price in one line' }),
  active: wireFlag({ description: 'False if the order is no longer used' }),
  instrumentType: wireText({ description: 'Type of the security, such as EQUITY' }),
  description: given(wireText({ description: 'Free text from the caller' })),
  orderBase: wireText({ description: 'VALUE if placed by value, otherwise QUANTITY' }),
  fixMessage: given(
    wireText({ description: "The exchange's last text, or the reason why the order expired here" }),
  ),
  systemGenerated: wireFlag({ description: 'True if the program created the order, not a caller' }),
  exchange: wireText({ description: 'Code of the exchange' }),
  securityName: wireText({ description: 'Code of the security' }),
  securityLabel: wireText({ description: 'Name of the security' }),
  customerName: wireText({ description: 'Code of the customer' }),
  customerLabel: wireText({ description: 'Name of the customer' }),
  portfolioName: wireText({ description: 'Code of the portfolio' }),
  portfolioLabel: wireText({ description: 'Name of the portfolio' }),
  orderType: wireText({ description: 'Side: BUY or SELL' }),
  priceType: wireText({ description: ANY_PRICE_TYPE }),
  orderStartDate: given(wireInstant({ description: 'Earliest time to send the order' })),
  orderEndDate: given(wireInstant({ description: 'Requested end' })),
  referenceOrderId: given(wireId({ description: 'The earlier order to which this one refers' })),
  settlementInstructions: given(wireText({ description: 'Free text for settlement' })),
  commissionGroupName: wireText({ description: 'The commission group, by code' }),
  commissionOverridden: wireFlag({
    description: "True if the group was not the customer's own when the order was placed",
  }),
  commissionOverriddenBy: given(
    wireText({ description: 'The user who placed the order under another group' }),
  ),
  orderDate: wireInstant({ description: 'Time at which the customer gave the order' }),
  orderOrigin: wireText({ description: 'Origin, such as WEB' }),
  quantityRequested: wireText({ description: 'Units ordered' }),
  businessOffice: wireText({ description: 'Code of the business office' }),
  instrument: wireText({ description: 'Same as securityName' }),
  orderCurrency: wireText({ description: 'Currency of prices and values' }),
  limitPrice: given(wireDecimal({ description: 'Limit, if the price type has one' })),
  stopPrice: given(wireDecimal({ description: 'Stop price, if the price type has one' })),
  doNotAdjust: wireFlag({ description: 'True if a cash dividend leaves the prices unchanged' }),
  triggeredDttm: given(wireInstant({ description: 'Time at which a stop order was released' })),
  orderTermName: wireText({ description: 'Code of the order term' }),
  orderTermLabel: wireText({ description: 'Name of the order term' }),
  custodianName: given(wireText({ description: 'Code of the custodian of the units' })),
  custodianSettles: wireFlag({
    description: 'True if the custodian pays and delivers, so that no money or units are held',
  }),
  agentName: given(wireText({ description: 'Code of the agent who earns commission' })),
  quantityFilled: wireText({ description: 'Units filled' }),
  quantityPending: wireText({
    description: 'Units that can still be filled; 0 for an ended order',
  }),
  averagePrice: given(wireDecimal({ description: 'Average price of the fills' })),
  orderStatus: wireText({
    description: 'BOOKED, EXECUTING, EXECUTED, CANCELLED, REJECTED or EXPIRED',
  }),
  fixOrderStatus: wireText({
    description: 'The last status from the exchange; NA before the first one',
  }),
  waitingFor: given(
    wireText({ description: `The reason why a live order is waiting: ${ORDER_WAITS.join(', ')}` }),
  ),
  sessionName: wireText({ description: 'The session that carries the order to its exchange' }),
  statusDate: wireInstant({ description: 'Time of the last status change' }),
  locked: wireText({
    description:
      '"true" while a request at the exchange is unanswered, so that the order cannot be changed',
  }),
  orderTotal: wireDecimal({
    description:
      'Total with charges. Live: the maximum cost of a buy, or the minimum proceeds of a sell, ' +
      'whatever the dates of its fills. Ended: the total of its contract notes; fills without a ' +
      'note are estimated',
  }),
  heldAmount: wireDecimal({ description: 'Money currently held for the order; 0 if none' }),
  valueRequested: given(
    wireDecimal({ description: 'The requested value of an order with orderBase VALUE' }),
  ),
  orderValue: wireDecimal({
    description:
      'Value without charges: fills at their prices and the open quantity at its worst price',
  }),
  ...stampShape,
});

export const IdParams = openObject({ id: wireId() });

/**
 * The query for one portfolio's orders: `p` portfolio id, `b` page, `c` size, `s` status, `sd` and
 * `ed` dates.
 */
export const PortfolioOrdersQuery = openObject({
  p: wireId({ description: 'Portfolio id' }),
  s: given(wireChoice(ORDER_STATUSES, { description: 'Order status' })),
  sd: given(wireDate({ description: 'First business date' })),
  ed: given(wireDate({ description: 'Last business date' })),
  ...pageBC,
});

const blotterFilters = {
  customerId: named('customer', wireId()),
  securityName: named('security', wireCode()),
  status: given(wireChoice(ORDER_STATUSES)),
  waitingFor: given(
    wireChoice(ORDER_WAITS, {
      description: 'Only orders waiting for this reason; UNKNOWN_FATE: their state is unknown',
    }),
  ),
  side: given(wireChoice(SIDES)),
  origin: given(wireText()),
  officeName: naming('business office code', given(wireText())),
  exchangeName: naming(
    'exchange',
    given(wireText({ description: 'Code or former code of the exchange' })),
  ),
  currency: naming(
    'currency',
    given(wireCode({ description: 'Only orders in this currency', longest: 3 })),
  ),
  commissionOverridden: given(
    wireFlag({ description: "If true, only orders with another group than the customer's own" }),
  ),
  referenceOrderId: naming(
    'order',
    given(wireId({ description: 'Only orders that refer to this one' })),
  ),
  agentName: naming('agent', given(wireCode({ description: 'Only orders of this agent' }))),
  custodianName: naming(
    'custodian',
    given(wireCode({ description: 'Only orders through this custodian' })),
  ),
  systemGenerated: given(wireFlag({ description: 'If true, only orders created by the program' })),
  locked: given(wireFlag({ description: 'If true, only orders that cannot be changed now' })),
  q: given(wireText({ description: 'Part of the order number, customer, portfolio or security' })),
  sd: given(wireDate()),
  ed: given(wireDate()),
};

/** The blotter's filters, sort order and page. */
export const BlotterQuery = closedObject({
  ...blotterFilters,
  sort: given(
    wireText({
      description:
        'id, securityName, customerLabel, quantityRequested, orderTotal or statusDate; with a ' +
        'minus before it for descending. Default `-id`; other sort orders have page numbers only',
    }),
  ),
  ...pageBS,
});

/** The blotter's filters, for sums over all matching orders. */
export const BlotterSummaryQuery = closedObject(blotterFilters);

const sumOf = (description: string) => wireDecimal({ description });

const live = wireInteger({ description: 'Number of orders that can still be filled' });
const sums = {
  currency: wireText(),
  count: wireInteger({ description: 'Number of orders in the currency' }),
  bought: sumOf('Value of filled buys at their average price'),
  sold: sumOf('Value of filled sells at their average price'),
  pending: sumOf('Value with charges of orders that can still be filled'),
};

/** Sums over orders, one per currency. */
export const BlotterSummaryReply = closedObject({
  count: wireInteger({ description: 'Number of matching orders' }),
  live,
  result: Type.Array(closedObject(sums)),
});

/** The fields by which the blotter's orders can be grouped. */
export const GROUPINGS = ['SECURITY', 'CUSTOMER', 'SIDE', 'STATUS', 'EXCHANGE'] as const;

/** The blotter's filters, and the field to group by. */
export const BlotterGroupQuery = closedObject({
  by: wireChoice(GROUPINGS, { description: 'The field by which orders are grouped' }),
  ...blotterFilters,
  ...pageBS,
});

/** Sums over the orders of one group and currency. */
export const BlotterGroupRecord = closedObject({
  key: wireText({
    description:
      'Together with `currency`, the filter for these orders: `securityName`, `customerId`, ' +
      '`side`, `status` or `exchangeName`',
  }),
  label: wireText({ description: 'Display name of the group' }),
  live,
  ...sums,
});

/** The query for contract notes in a date range; `sd, ed, x, t, b, c, s` are all required. */
export const ContractNotesQuery = openObject({
  sd: wireDate({ description: 'First trade date' }),
  ed: wireDate({ description: 'Last trade date' }),
  x: wireText({ description: 'Code or former code of the exchange' }),
  t: wireChoice([...SECURITY_TYPES, 'BOND'], { description: 'Security type; BOND: all bonds' }),
  ...pageBC,
  b: wireInteger({ description: 'Page number' }),
  c: wireInteger({
    description: `Page size, at most ${HTTP.pageSizeMax}`,
    most: HTTP.pageSizeMax,
  }),
  s: wireChoice(ORDER_STATUSES, { description: 'Order status' }),
  custodianName: given(wireCode({ description: 'Only notes settled through this custodian' })),
});

export const CustomerNotesQuery = openObject({
  sd: given(wireDate()),
  ed: given(wireDate()),
  p: named('portfolio', wireId({ description: 'Portfolio id' })),
  custodianName: given(wireCode({ description: 'Only notes settled through this custodian' })),
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
  settlementInstructions: given(
    wireText({ description: "The order's own settlement instructions" }),
  ),
  custodianName: given(
    wireText({ description: 'Code of the custodian through which the trade is settled' }),
  ),
  custodianLabel: given(wireText({ description: 'Name of the custodian' })),
  custodianSettles: wireFlag({
    description: 'True if a payment by the custodian settles the note',
  }),
  settled: wireFlag(),
  status: wireText({ description: 'ISSUED, SETTLED or REVERSED; if REVERSED, active is false' }),
  replacesId: given(wireId({ description: 'The reversed note that this one replaces' })),
  quantity: wireText(),
  price: wireDecimal(),
  consideration: wireDecimal({ description: 'Value at the dealt price (clean for a bond)' }),
  accruedFrom: given(wireDate({ description: "The bond's last interest payment date" })),
  accruedDays: given(
    wireInteger({ description: "Days from accruedFrom to settlement, by the bond's day count" }),
  ),
  accruedCoupon: given(
    wireDecimal({ description: 'Accrued interest that the buyer pays to the seller' }),
  ),
  dirtyValue: given(wireDecimal({ description: 'Consideration and accrued interest' })),
  charges: Type.Array(NoteChargeRecord),
  totalCharges: wireDecimal(),
  netAmount: wireDecimal(),
  tariffName: wireText(),
  tariffVersion: wireDecimal(),
  ...stampShape,
});

/** The exchange orders of a long-lived order, in the order in which they were entered. */
const ExchangeOrderRecord = openObject({
  entryNo: wireInteger({ description: 'Number of the exchange order; the first is 1' }),
  enteredDate: wireDate(),
  lastDate: wireDate({ description: 'Last day at the exchange' }),
  quantity: wireText(),
  quantityFilled: wireText(),
  quantityPending: wireText({ description: 'Units that can still be filled' }),
  fixOrderStatus: wireText(),
  endedDttm: given(wireInstant({ description: 'Time at which the exchange reported the end' })),
});

const ExecutionRecord = openObject({
  execId: wireText(),
  execType: wireText(),
  execRefId: given(wireText({ description: 'The execution that a correction or bust refers to' })),
  quantity: wireText(),
  price: wireDecimal(),
  tradeDate: wireDate(),
  receivedDttm: wireInstant(),
  settlementDate: given(wireDate({ description: 'Settlement date given by the exchange' })),
  source: wireText({ description: 'EXCHANGE, or PERSON if entered to settle a work item' }),
  unmatchedReportId: given(wireId({ description: 'The work item that the execution settles' })),
  givenBy: given(wireText({ description: 'The user who entered the execution' })),
  cumEx: given(
    wireChoice(CUM_EX, {
      description:
        'If contrary to its date: CUM, the buyer gets the distribution; EX, the seller does',
    }),
  ),
  cumExReason: given(wireText({ description: 'Reason, if a person set the flag' })),
  cumExBy: given(wireText({ description: 'The person who set the flag' })),
});

export const FlagBody = closedObject({
  orderId: wireId({ description: 'The order' }),
  execId: wireText({ description: 'ExecID of the execution in the order' }),
  flag: wireChoice([...CUM_EX, 'NONE'], {
    description:
      'CUM: with the distribution, on or after the ex-date. EX: without it, before the ex-date. ' +
      'NONE: neither',
  }),
  reason: wireText({ description: 'Reason, shown with the execution', longest: 500 }),
});

export const FlagReply = openObject({ executions: Type.Array(ExecutionRecord) });

/** One order with its executions and exchange orders. */
export const TradeOrderDetail = openObject({
  ...TradeOrderRecord.properties,
  executions: Type.Array(ExecutionRecord),
  exchangeOrders: Type.Array(ExchangeOrderRecord),
  referencedBy: Type.Array(
    closedObject({
      id: wireId(),
      name: wireText({ description: 'Number of the order' }),
      label: wireText(),
      orderStatus: wireText(),
    }),
    { description: `The newest ${ORDER.referencedByMax} orders that refer to this one` },
  ),
});

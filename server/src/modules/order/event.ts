// Events about orders, their contract notes and portfolios. Ids are the only personal data in them.

import { Type } from '@sinclair/typebox';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import {
  absentOr,
  type EventDeclaration,
  eventId,
  eventKinds,
} from '../../platform/events/catalogue.js';
import type { DomainEvent } from '../../platform/events/event.js';
import type { Decimal } from '../../platform/money/decimal.js';
import type { Execution } from './rule/execution.js';

const units = (description: string) => Type.Integer({ description, minimum: 0, format: 'int64' });

const order = (summary: string): EventDeclaration => ({
  summary,
  permission: 'order.trade-order.read',
  data: {
    name: Type.String({ description: 'The number of the order' }),
    status: Type.Optional(
      Type.String({ description: 'Status of the order after an exchange report' }),
    ),
    previousStatus: Type.Optional(
      Type.String({ description: 'Status of the order before the report' }),
    ),
    quantityFilled: Type.Optional(units('Total units filled')),
    quantityPending: Type.Optional(units('Units still open')),
  },
});

const connection = (summary: string): EventDeclaration => ({
  summary,
  permission: 'system.fix-session.read',
  data: { session: Type.String({ description: 'Name of the session in the settings' }) },
});

const execution = (summary: string): EventDeclaration => ({
  summary,
  permission: 'order.trade-order.read',
  data: {
    orderId: eventId('The order'),
    execId: Type.String({ description: "The exchange's id of the execution" }),
    execRefId: absentOr(
      Type.String({ description: 'The earlier execution that this one changes' }),
    ),
    quantity: units('Units traded'),
    price: Type.Number({ description: 'Price of a unit', minimum: 0 }),
    tradeDate: Type.String({ format: 'date', description: 'Trade date of the execution' }),
  },
});

const note = (summary: string): EventDeclaration => ({
  summary,
  permission: 'order.contract-note.read',
  data: {
    orderId: eventId('The order of the note'),
    hasCustodian: Type.Boolean({ description: 'Whether the order has a custodian' }),
  },
});

const custodianSettlement = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.custodian-settlement.read',
  data: {
    name: Type.String({ description: 'The number of the settlement' }),
    direction: Type.String({ description: 'Direction of the money' }),
  },
});

const portfolio = (summary: string): EventDeclaration => ({
  summary,
  permission: 'order.portfolio.read',
});

const dispute = (summary: string): EventDeclaration => ({
  summary,
  permission: 'order.unmatched-report.read',
  data: {
    orderId: absentOr(eventId('The order that the report contradicts')),
    execId: Type.String({ description: "The exchange's id of the trade" }),
    dkReason: Type.String({ description: 'Reason for the dispute' }),
  },
});

const price = (description: string) => absentOr(Type.Number({ description, minimum: 0 }));

const adjustedOrder: EventDeclaration = {
  summary: 'A corporate action changed the terms of a live order on its ex-date',
  permission: 'order.trade-order.read',
  data: {
    name: Type.String({ description: 'The number of the order' }),
    isRequested: Type.Boolean({
      description: 'Whether the exchange still has to accept the new terms',
    }),
    previousQuantity: units('Quantity before the ex-date'),
    previousLimitPrice: price('Limit before the ex-date'),
    previousStopPrice: price('Stop price before the ex-date'),
    quantity: units('Quantity from the ex-date on'),
    limitPrice: price('Limit from the ex-date on'),
    stopPrice: price('Stop price from the ex-date on'),
  },
};

export const orderEvents = eventKinds({
  'portfolio.opened': portfolio('A portfolio was opened'),
  'portfolio.updated': portfolio('Members of a portfolio were changed'),
  'trade-order.booked': order('An order was accepted by the firm'),
  'trade-order.triggered': order('The price of a stop order was reached'),
  'trade-order.accepted': order('The exchange accepted the order'),
  'trade-order.partially-filled': order('An order was partly filled, or one of its fills changed'),
  'trade-order.executed': order('An order was completely filled'),
  'trade-order.amend-requested': order('An amendment was sent to the exchange'),
  'trade-order.amended': order('An order was amended'),
  'trade-order.cancel-requested': order('A cancel was sent to the exchange'),
  'trade-order.cancelled': order('An order was cancelled'),
  'trade-order.rejected': order('The exchange rejected an order'),
  'trade-order.expired': order('An order expired at the end of its last day'),
  'trade-order.adjusted': adjustedOrder,
  'trade-order.reentered': order('A live order was re-entered at the exchange'),
  'execution.booked': execution('The exchange reported a fill'),
  'execution.corrected': execution('The exchange corrected a fill; these are the corrected values'),
  'execution.cancelled': execution('The exchange cancelled a fill'),
  'execution.flagged': {
    summary: 'A person marked a fill as traded cum or ex, contrary to its date',
    permission: 'order.trade-order.read',
    data: {
      execId: Type.String({ description: "The exchange's id of the execution" }),
      flag: Type.String({ description: 'CUM, EX, or NONE' }),
    },
  },
  'contract-note.issued': note('A contract note was issued, and the trade is booked'),
  'contract-note.reversed': note('A contract note was reversed'),
  'custodian-settlement.created': custodianSettlement('A settlement with a custodian was entered'),
  'custodian-settlement.posted': custodianSettlement(
    'A second person approved a settlement, which settled its contract notes',
  ),
  'custodian-settlement.rejected': custodianSettlement('A second person rejected a settlement'),
  'custodian-settlement.reversed': custodianSettlement(
    'A booked settlement was reversed, and its contract notes are open again',
  ),
  'contract-note.settled': {
    summary: 'A contract note was settled',
    permission: 'order.contract-note.read',
  },
  'exchange-connection.opened': connection('A session logged on to its exchange'),
  'exchange-connection.closed': connection('A session is no longer logged on; its orders wait'),
  'exchange-report.unmatched': {
    summary: 'An exchange report matches no order and needs a person',
    permission: 'order.unmatched-report.read',
  },
  'exchange-report.overdue': {
    summary: 'An exchange report that waits for a person has reached an alarm age',
    permission: 'order.unmatched-report.read',
    data: {
      reason: Type.String({ description: 'The reason for the work item' }),
      orderId: absentOr(eventId('The order of the report')),
      ageMinutes: units('The alarm age that the report has reached, in minutes'),
    },
  },
  'exchange-report.disputed': dispute('A dispute of a trade was requested'),
  'exchange-report.dispute-sent': dispute("Don't Know Trade was sent to the exchange"),
  'exchange-report.dispute-refused': dispute("The exchange rejected Don't Know Trade"),
});

/** An execution as stored. */
export interface StoredExecution {
  readonly id: bigint;
  readonly order_id: bigint;
  readonly exec_id: string;
  readonly kind: Execution['kind'];
  readonly exec_ref_id: string | null;
  readonly quantity: bigint;
  readonly price: Decimal;
  readonly trade_date: BusinessDate;
}

const EXECUTION_EVENTS: Readonly<Record<Execution['kind'], string>> = {
  TRADE: 'execution.booked',
  CORRECT: 'execution.corrected',
  CANCEL: 'execution.cancelled',
};

/** Returns the event for an execution. The order's own events report its effect on the order. */
export function executionEvent(row: StoredExecution, officeId: bigint | undefined): DomainEvent {
  const data = {
    orderId: row.order_id,
    execId: row.exec_id,
    execRefId: row.exec_ref_id ?? undefined,
    quantity: row.quantity,
    price: row.price,
    tradeDate: row.trade_date,
  };
  return { type: EXECUTION_EVENTS[row.kind], subjectId: row.id, officeId, data };
}

/** Returns the event for a session with an exchange. The subject is the exchange. */
export function connectionEvent(
  exchangeId: bigint,
  { sessionName, isLoggedOn }: { readonly sessionName: string; readonly isLoggedOn: boolean },
): DomainEvent {
  const type = isLoggedOn ? 'exchange-connection.opened' : 'exchange-connection.closed';
  return { type, subjectId: exchangeId, data: { session: sessionName } };
}

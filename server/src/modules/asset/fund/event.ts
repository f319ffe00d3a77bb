// Events about funds; they contain no personal data beyond ids.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventId, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';

export type FundTransactionEvent =
  | 'fund-transaction.submitted'
  | 'fund-transaction.updated'
  | 'fund-transaction.approved'
  | 'fund-transaction.executed'
  | 'fund-transaction.rejected'
  | 'fund-transaction.deleted';

/** Returns the event for a change to an order. */
export function fundTransactionEvent(
  type: FundTransactionEvent,
  row: {
    readonly id: bigint;
    readonly office_id: bigint;
    readonly name: string;
    readonly fund_id: bigint;
    readonly trans_type: string;
  },
  data: Readonly<Record<string, unknown>> = {},
): DomainEvent {
  return {
    type,
    subjectId: row.id,
    officeId: row.office_id,
    data: { name: row.name, fundId: row.fund_id, transType: row.trans_type, ...data },
  };
}

type FundEvent =
  | 'fund-nav.created'
  | 'fund-nav.approved'
  | 'fund-nav.rejected'
  | 'fund-distribution.created'
  | 'fund-distribution.approved'
  | 'fund-distribution.rejected'
  | 'fund-distribution.paid'
  | 'fund-settlement.created'
  | 'fund-settlement.posted'
  | 'fund-settlement.rejected';

/**
 * Returns the event for a fund's value, distribution or settlement. These events belong to no
 * office.
 */
export function fundEvent(
  type: FundEvent,
  row: { readonly id: bigint; readonly fund_id: bigint },
  data: Readonly<Record<string, unknown>> = {},
): DomainEvent {
  return { type, subjectId: row.id, data: { fundId: row.fund_id, ...data } };
}

const fundId = eventId('The fund');

const transaction = (
  summary: string,
  more: EventDeclaration['data'] = {
    status: Type.String({ description: 'The status after the change' }),
  },
): EventDeclaration => ({
  summary,
  permission: 'asset.fund-transaction.read',
  data: {
    name: Type.String({ description: 'The number of the order' }),
    fundId,
    transType: Type.String({ description: 'Kind of order, such as SUBSCRIPTION' }),
    ...more,
  },
});

const number = (description: string) => Type.Optional(Type.Number({ description }));

const value = (summary: string): EventDeclaration => ({
  summary,
  permission: 'asset.fund-nav.read',
  data: {
    fundId,
    valuationDate: Type.String({ description: 'The date of the value', format: 'date' }),
    navPerUnit: Type.Number({ description: "Net asset value per unit, in the fund's currency" }),
  },
});

const distribution = (summary: string): EventDeclaration => ({
  summary,
  permission: 'asset.fund-distribution.read',
  data: { fundId },
});

const settlement = (summary: string): EventDeclaration => ({
  summary,
  permission: 'asset.fund-settlement.read',
  data: {
    fundId,
    name: Type.String({ description: 'The number of the settlement' }),
    direction: Type.String({ description: 'Direction of the money' }),
  },
});

export const fundEvents = eventKinds({
  'fund-transaction.submitted': transaction('An order for fund units was captured'),
  'fund-transaction.updated': transaction('A pending order for fund units was changed', {
    status: Type.String({ description: 'The status after the change' }),
    amountBefore: number('The ordered amount before the change'),
    unitsBefore: number('The ordered units before the change; absent for all units'),
    amount: number('The ordered amount'),
    units: number('The ordered units; absent for all units'),
  }),
  'fund-transaction.approved': transaction('A second person approved an order for fund units'),
  'fund-transaction.executed': transaction('Units were dealt and paid', {}),
  'fund-transaction.rejected': transaction('An order for fund units was rejected', {
    status: Type.Optional(Type.String({ description: 'The status after the change' })),
    reason: Type.Optional(Type.String({ description: 'Reason why it could not be dealt' })),
  }),
  'fund-transaction.deleted': transaction('An order for fund units was deleted'),
  'fund-nav.created': value('A fund value was entered and awaits approval'),
  'fund-nav.approved': value('A second person approved a fund value'),
  'fund-nav.rejected': value('A second person rejected a value'),
  'fund-distribution.created': distribution('A distribution was proposed and awaits approval'),
  'fund-distribution.approved': distribution('A second person approved a distribution'),
  'fund-distribution.rejected': distribution('A second person rejected a distribution'),
  'fund-distribution.paid': distribution('All holders entitled to a distribution were paid'),
  'fund-settlement.created': settlement("A settlement with a fund's custodian was entered"),
  'fund-settlement.posted': settlement('A second person approved a settlement, which was booked'),
  'fund-settlement.rejected': settlement('A second person rejected a settlement'),
} satisfies Record<FundTransactionEvent | FundEvent, EventDeclaration>);

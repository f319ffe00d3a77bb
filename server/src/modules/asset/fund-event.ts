// Events of funds; no personal data beyond ids.

import type { DomainEvent } from '../../platform/events/event.js';

export type FundTransactionEvent =
  | 'fund-transaction.submitted'
  | 'fund-transaction.approved'
  | 'fund-transaction.executed'
  | 'fund-transaction.rejected'
  | 'fund-transaction.deleted';

/** The event of one change of an order. */
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

export type FundEvent =
  | 'fund-nav.created'
  | 'fund-nav.approved'
  | 'fund-nav.rejected'
  | 'fund-distribution.created'
  | 'fund-distribution.approved'
  | 'fund-distribution.rejected'
  | 'fund-distribution.paid';

/** The event of a fund's value or distribution, which belong to no office. */
export function fundEvent(
  type: FundEvent,
  row: { readonly id: bigint; readonly fund_id: bigint },
  data: Readonly<Record<string, unknown>> = {},
): DomainEvent {
  return { type, subjectId: row.id, data: { fundId: row.fund_id, ...data } };
}

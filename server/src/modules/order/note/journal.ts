// The entries of contract notes: trade date and settlement date. They are forced, because a trade
// has happened whether the customer can pay or not.

import { assert, present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import { sql } from '../../../platform/database/sql.js';
import {
  type FirmAccountCode,
  firmAccount,
  isFirmAccountCode,
  type JournalDraft,
  type LineDraft,
  mappedAccount,
} from '../../finance/index.js';
import type { TradeCost } from '../fee/trade-cost.js';
import type { OrderRow } from '../record/order.js';
import type { NoteDraft } from './store-queries.js';

/** What every journal of a note has in common. */
export function noteJournal(
  work: Work,
  note: { readonly id: bigint; readonly officeId: bigint; readonly on: BusinessDate },
): Omit<JournalDraft, 'narration' | 'lines'> {
  return {
    officeId: note.officeId,
    transactionDate: note.on,
    valueDate: note.on,
    sourceType: 'CONTRACT_NOTE',
    sourceId: note.id,
    force: true,
    createdBy: work.principal.name,
    createdAt: work.now,
  };
}

/** The customer against settlement, commission, levies and taxes; a sale's proceeds wait apart. */
export async function tradeDateJournal(work: Work, draft: NoteDraft): Promise<JournalDraft> {
  const { order, cost } = draft;
  const buys = order.order_type === 'BUY';
  const dirtyMinor = cost.considerationMinor + cost.accruedMinor;
  const place = { officeId: order.office_id, currency: order.currency };
  const lines: LineDraft[] = [
    buys
      ? { accountId: order.cash_account_id, amountMinor: cost.netMinor }
      : { accountId: await unsettledAccount(work, order), amountMinor: -cost.netMinor },
    {
      accountId: await mappedAccount(work, 'TRADE/CLEARING', place),
      amountMinor: buys ? -dirtyMinor : dirtyMinor,
    },
  ];
  for (const [code, minor] of byLedgerAccount(cost)) {
    lines.push({ accountId: await firmAccount(work, { ...place, code }), amountMinor: -minor });
  }
  // A trade that is reported late may have been due already.
  const wasDue = draft.settlementDate <= order.today;
  return {
    ...noteJournal(work, { id: draft.id, officeId: order.office_id, on: order.today }),
    valueDate: wasDue ? order.today : draft.settlementDate,
    narration: `Contract note: ${order.label}`,
    lines,
  };
}

/** A note that is due. */
export interface DueNote {
  readonly id: bigint;
  readonly name: string;
  readonly office_id: bigint;
  readonly currency: string;
  readonly side: 'BUY' | 'SELL';
  readonly consideration_minor: bigint;
  readonly accrued_minor: bigint;
  readonly net_minor: bigint;
  readonly cash_account_id: bigint;
  readonly unsettled_account_id: bigint;
}

/** Settlement against the clients' bank; a sale's proceeds become cleared. */
export async function settlementJournal(
  work: Work,
  note: DueNote,
  on: BusinessDate,
): Promise<JournalDraft> {
  const place = { officeId: note.office_id, currency: note.currency };
  const bank = await mappedAccount(work, 'TRADE/BANK', place);
  const clearing = await mappedAccount(work, 'TRADE/CLEARING', place);
  const dirtyMinor = note.consideration_minor + note.accrued_minor;
  const paid = note.side === 'BUY' ? dirtyMinor : -dirtyMinor;
  const released =
    note.side === 'BUY'
      ? []
      : [
          { accountId: note.unsettled_account_id, amountMinor: note.net_minor },
          { accountId: note.cash_account_id, amountMinor: -note.net_minor },
        ];
  return {
    ...noteJournal(work, { id: note.id, officeId: note.office_id, on }),
    narration: `Settlement of contract note ${note.name}`,
    lines: [
      { accountId: clearing, amountMinor: paid },
      { accountId: bank, amountMinor: -paid },
      ...released,
    ],
  };
}

async function unsettledAccount(work: Work, order: OrderRow): Promise<bigint> {
  const [row] = await work.tx.query<{ id: bigint }>(sql`
    select unsettled_account_id as id from account where id = ${order.cash_account_id}`);
  return present(row, 'a cash account has its unsettled account').id;
}

// One line per account, charges of one account added up, in the order in which they appear.
function byLedgerAccount(cost: TradeCost): Map<FirmAccountCode, bigint> {
  const sums = new Map<FirmAccountCode, bigint>();
  for (const { ledgerAccount, amount } of cost.charges) {
    assert(isFirmAccountCode(ledgerAccount), 'a schedule names accounts of the chart');
    sums.set(ledgerAccount, (sums.get(ledgerAccount) ?? 0n) + amount.minor);
  }
  return sums;
}

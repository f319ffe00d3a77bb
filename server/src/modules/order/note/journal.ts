// The entries of contract notes on the trade date and on the settlement date. They are forced,
// because a trade must be booked whether or not the customer can pay.

import { assert } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import {
  type FirmAccountCode,
  firmAccount,
  isFirmAccountCode,
  type JournalDraft,
  type LineDraft,
  mappedAccount,
} from '../../finance/index.js';
import type { AgentEarning } from '../agent/earning.js';
import type { TradeCost } from '../fee/trade-cost.js';
import type { OrderRow } from '../record/order.js';
import type { Accrual } from '../rule/accrued-interest.js';
import { unsettledAccountOf } from './queries.js';
import type { DueNote } from './settlement-queries.js';

/** Returns the part that all of a note's journals share. */
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

/**
 * Builds the trade-date journal: the customer against settlement, commission, levies and taxes. The
 * proceeds of a sell go to the customer's unsettled account. If a custodian settles the trade
 * itself, the entries are booked to the custodian instead of the customer.
 */
export async function tradeDateJournal(work: Work, draft: NoteDraft): Promise<JournalDraft> {
  const { order, cost } = draft;
  const buys = order.order_type === 'BUY';
  const dirtyMinor = cost.considerationMinor + cost.accruedMinor;
  const place = { officeId: order.office_id, currency: order.currency };
  const lines: LineDraft[] = [
    {
      accountId: await payerOf(work, order, place),
      amountMinor: buys ? cost.netMinor : -cost.netMinor,
    },
    {
      accountId: await mappedAccount(work, 'TRADE/CLEARING', place),
      amountMinor: buys ? -dirtyMinor : dirtyMinor,
    },
  ];
  for (const [code, minor] of byLedgerAccount(cost)) {
    lines.push({ accountId: await firmAccount(work, { ...place, code }), amountMinor: -minor });
  }
  lines.push(...(await agentLines(work, draft, place)));
  // When a trade is reported late, its settlement may already be due.
  const wasDue = draft.settlementDate <= order.today;
  return {
    ...noteJournal(work, { id: draft.id, officeId: order.office_id, on: order.today }),
    valueDate: wasDue ? order.today : draft.settlementDate,
    narration: `Contract note: ${order.label}`,
    lines,
  };
}

// Returns the account of the party that pays for a buy or is owed the proceeds of a sell.
async function payerOf(work: Work, order: OrderRow, place: Place): Promise<bigint> {
  if (order.custodian_settles) return mappedAccount(work, 'TRADE/CUSTODIAN', place);
  const { cash_account_id: cash } = order;
  return order.order_type === 'BUY' ? cash : unsettledAccountOf(work.tx, cash);
}

/** The office and currency of an entry. */
interface Place {
  readonly officeId: bigint;
  readonly currency: string;
}

// The firm pays the agent out of its commission, so the customer's lines do not change.
async function agentLines(work: Work, { agent }: NoteDraft, place: Place): Promise<LineDraft[]> {
  if (agent === undefined || agent.minor === 0n) return [];
  return [
    {
      accountId: await mappedAccount(work, 'TRADE/AGENT_EXPENSE', place),
      amountMinor: agent.minor,
    },
    {
      accountId: await mappedAccount(work, 'TRADE/AGENT_PAYABLE', place),
      amountMinor: -agent.minor,
    },
  ];
}

/**
 * Builds the settlement journal against the clients' bank account. The proceeds of a sell are now
 * cleared. If a custodian settles, its payment is booked as well.
 */
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
  const payer = note.custodian_settles
    ? await custodianLines(work, note, { bank, place })
    : proceedsLines(note);
  return {
    ...noteJournal(work, { id: note.id, officeId: note.office_id, on }),
    narration: `Settlement of contract note ${note.name}`,
    lines: [
      { accountId: clearing, amountMinor: paid },
      { accountId: bank, amountMinor: -paid },
      ...payer,
    ],
  };
}

// The custodian's payment is a separate movement at the bank.
async function custodianLines(
  work: Work,
  note: DueNote,
  { bank, place }: { readonly bank: bigint; readonly place: Place },
): Promise<LineDraft[]> {
  const receivable = await mappedAccount(work, 'TRADE/CUSTODIAN', place);
  const owedMinor = note.side === 'BUY' ? note.net_minor : -note.net_minor;
  return [
    { accountId: bank, amountMinor: owedMinor },
    { accountId: receivable, amountMinor: -owedMinor },
  ];
}

function proceedsLines(note: DueNote): LineDraft[] {
  if (note.side === 'BUY') return [];
  return [
    { accountId: note.unsettled_account_id, amountMinor: note.net_minor },
    { accountId: note.cash_account_id, amountMinor: -note.net_minor },
  ];
}

// Returns one amount per account, adding up the charges on the same account. Accounts are in the
// order of their first line.
function byLedgerAccount(cost: TradeCost): Map<FirmAccountCode, bigint> {
  const sums = new Map<FirmAccountCode, bigint>();
  for (const { ledgerAccount, amount } of cost.charges) {
    assert(isFirmAccountCode(ledgerAccount), 'a schedule names accounts in the chart');
    sums.set(ledgerAccount, (sums.get(ledgerAccount) ?? 0n) + amount.minor);
  }
  return sums;
}

/** A note and its amounts before it is stored. */
export interface NoteDraft {
  readonly id: bigint;
  readonly order: OrderRow;
  readonly tradeDate: BusinessDate;
  readonly settlementDate: BusinessDate;
  /** The exchange's settlement date, if it is later than the calendar's. */
  readonly statedSettlementDate: BusinessDate | undefined;
  readonly quantity: bigint;
  readonly averagePrice: Decimal;
  /** Bonds only: the accrued interest on the settlement date. */
  readonly accrual: Accrual | undefined;
  readonly cost: TradeCost;
  /** The earnings of the order's agent; undefined if the order has none. */
  readonly agent: AgentEarning | undefined;
}

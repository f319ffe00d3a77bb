// Fund transactions: submits, approves, rejects, executes, deletes and reads subscriptions and
// redemptions.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { blaming, commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { warned } from '../../../platform/http/reply/warning.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { financeProblems, isBelowThreshold, setHold } from '../../finance/index.js';
import { refuseOwnWork } from '../../identity/index.js';
import { shownLines } from '../deposit/ledger-entry.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import { dealingDateOf } from './dealing-day.js';
import {
  draftFundTransaction,
  type FundDraft,
  type FundTransactionRequest,
  ignoredWarnings,
} from './draft.js';
import { type FundTransactionEvent, fundTransactionEvent } from './event.js';
import { dealOrder, fundSource, releaseOf } from './execution.js';
import { dealingRuleOf, isFresh } from './fund.js';
import { lockHolding, moveHeldUnits } from './holding-queries.js';
import {
  type FundNavRow,
  type FundRow,
  lockFundShared,
  selectFund,
  selectKnownDays,
  selectNavOfDay,
} from './queries.js';
import { fundTransactionRecord } from './record.js';
import {
  countFundTransactions,
  type FundTransactionChange,
  type FundTransactionFilter,
  type FundTransactionRow,
  insertFundTransaction,
  lockFundTransaction,
  type NewFundTransaction,
  selectDuplicateOrder,
  selectFundTransaction,
  selectFundTransactions,
  updateFundTransactions,
} from './transaction-queries.js';

/** The permission to approve orders, and to post one's own small orders. */
export const APPROVE_FUND_TRANSACTION = 'asset.fund-transaction.approve';

/**
 * Submits a subscription. The reply contains the cash account that will be debited. Refuses the
 * body of a redemption with INVALID_REQUEST for transType.
 */
export async function submitSubscription(
  work: Work,
  request: FundTransactionRequest,
  ports: AssetPorts,
): Promise<Outcome> {
  if (request.transType === 'REDEMPTION') {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'transType',
      'must be SUBSCRIPTION here; submit redemptions at order/fundtransaction/submit',
    );
  }
  return submitFundTransaction(work, { ...request, transType: 'SUBSCRIPTION' }, ports);
}

/**
 * Submits an order. It stays PENDING until it is approved. Cash is held for a subscription, units
 * for a redemption. The order is dealt at the value for `dealingDate`, which is not yet known.
 */
export async function submitFundTransaction(
  work: Work,
  request: FundTransactionRequest,
  ports: AssetPorts,
): Promise<Outcome> {
  if (request.id !== undefined && request.id !== 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is assigned by the server');
  }
  const { transType } = request;
  if (transType === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'transType', 'is required');
  }
  const draft = await draftFundTransaction(work, request, { transType, ports });
  const { holding, terms } = draft;
  const id = await work.context.ids.next(work.tx, 'fund_transaction_id');
  const row: NewFundTransaction = {
    ...terms,
    id,
    name: codeOf(id),
    status: 'PENDING',
    creator_kind: work.principal.kind,
    creator_id: work.principal.id,
    created_by: work.principal.name,
    created_at: work.now,
  };
  await insertFundTransaction(work.tx, row);
  if (holding !== undefined && row.held_units.greaterThan(0)) {
    await moveHeldUnits(work.tx, holding.id, row.held_units);
  }
  if (row.held_minor > 0n) await holdCash(work, draft, row);
  const { reply, row: made } = await written(work, id, { done: 'submitted', ports });
  return {
    ...reply,
    created: true,
    location: `order/fundtransaction/id/${id}`,
    extra: {
      cashAccountId: made.cash_account_id,
      cashAccountName: made.cash_account_name,
      ...warned([
        ...ignoredWarnings(request, { ...draft, orderDate: row.order_date }),
        ...(await duplicateWarnings(work, row)),
      ]),
    },
  };
}

/** Replaces the cash hold of an order. */
export async function holdCash(
  work: Work,
  { fund, quantity }: Pick<FundDraft, 'fund' | 'quantity'>,
  row: Pick<NewFundTransaction, 'id' | 'cash_account_id' | 'held_minor'>,
): Promise<void> {
  const hold = {
    accountId: row.cash_account_id,
    sourceType: fundSource(fund.name),
    sourceId: row.id,
    amountMinor: row.held_minor,
  };
  await blaming(financeProblems.INSUFFICIENT_FUNDS, quantity.member, () => setHold(work.tx, hold));
}

async function duplicateWarnings(work: Work, row: NewFundTransaction): Promise<object[]> {
  const duplicate = await selectDuplicateOrder(work.tx, row);
  if (duplicate === undefined) return [];
  const detail = `fund order ${duplicate.name}, placed in the last minute, has the same terms`;
  return [{ code: 'LOOKS_LIKE_REPEAT', detail, id: duplicate.id }];
}

/**
 * Approves an order: PENDING → APPROVED. Refuses its maker, and anyone who changed it, with
 * OWN_WORK.
 */
export async function approveFundTransaction(
  work: Work,
  id: bigint,
  ports: AssetPorts,
): Promise<Outcome> {
  const { row, fund } = await lockOrder(work, id);
  await refuseMakers(work, row);
  steps.refuseUnless(row, ['PENDING']);
  return approve(work, row, { fund, ports });
}

/**
 * Posts an order. A PENDING order is approved if the caller may approve and has neither made nor
 * changed it, or if it is below the office's four-eyes threshold. Other callers get 409 with
 * PENDING. An APPROVED order is executed if its value is available. Otherwise it keeps waiting, and
 * the reply is 409 with APPROVED.
 */
export async function postFundTransaction(
  work: Work,
  id: bigint,
  ports: AssetPorts,
): Promise<Outcome> {
  const { row, fund } = await lockOrder(work, id);
  if (row.status === 'APPROVED') return execute(work, row, { fund, ports });
  if (row.status !== 'PENDING' || !work.principal.permissions.has(APPROVE_FUND_TRANSACTION)) {
    throw steps.wrongState(row);
  }
  if (!(await isSmall(work, row))) await refuseMakers(work, row);
  return approve(work, row, { fund, ports });
}

// A person who changed an order counts as one of its makers.
async function refuseMakers(work: Work, row: FundTransactionRow): Promise<void> {
  await refuseOwnWork(work, row);
  for (const { kind, id } of row.editors) {
    await refuseOwnWork(work, { creator_kind: kind, creator_id: BigInt(id) });
  }
}

async function isSmall({ tx }: Work, row: FundTransactionRow): Promise<boolean> {
  const { estimate_minor: estimate, currency } = row;
  return estimate !== null && isBelowThreshold(tx, { minor: estimate, currency }, row);
}

// If the day's value is already known, the approval could be based on it, so the order moves to the
// next dealing day.
async function approve(
  work: Work,
  row: FundTransactionRow,
  { fund, ports }: Found,
): Promise<Outcome> {
  const today = await currentBusinessDate(work.tx);
  const known = await selectKnownDays(work.tx, fund.id, row.dealing_date);
  const rule = await dealingRuleOf(work.tx, fund);
  const dealingDate = known.has(row.dealing_date)
    ? dealingDateOf({ today, now: work.now }, rule, known)
    : row.dealing_date;
  const changes = {
    status: 'APPROVED',
    dealing_date: dealingDate,
    approved_by: work.principal.name,
    approved_at: work.now,
  } as const;
  return change(work, row, { changes, ports });
}

interface Found {
  readonly fund: FundRow;
  readonly ports: AssetPorts;
}

async function execute(
  work: Work,
  row: FundTransactionRow,
  { fund, ports }: Found,
): Promise<Outcome> {
  const date = await currentBusinessDate(work.tx);
  const nav = await priceableNav(work, row, { fund, date });
  if (nav === undefined) throw steps.wrongState(row);
  const lines = await dealOrder(work, { fund, nav, date }, row);
  const done = present(await selectFundTransaction(work.tx, row.id), 'the order was written');
  const labels = await labelsOf(work.tx, [done], ports);
  const reply = replyOf(done, labels, `FUND_TRANSACTION_${done.status}`);
  if (!work.tx.dryRun) return reply;
  return { ...reply, extra: { journalLines: await shownLines(work, lines, fund.currency) } };
}

async function priceableNav(
  work: Work,
  row: FundTransactionRow,
  on: { readonly fund: FundRow; readonly date: BusinessDate },
): Promise<FundNavRow | undefined> {
  const nav = await selectNavOfDay(work.tx, row.fund_id, row.dealing_date);
  if (nav?.status !== 'APPROVED') return undefined;
  return isFresh(on.fund, nav.valuation_date, on.date) ? nav : undefined;
}

/**
 * Rejects an order. Refuses its maker with OWN_WORK. The order must be PENDING, or APPROVED but not
 * dealt because its value is missing or too old. Releases its held cash or units.
 */
export async function rejectFundTransaction(
  work: Work,
  { id, reason }: { readonly id: bigint; readonly reason?: string | undefined },
  ports: AssetPorts,
): Promise<Outcome> {
  const { row, fund } = await lockOrder(work, id);
  await refuseMakers(work, row);
  steps.refuseUnless(row, ['PENDING', 'APPROVED']);
  if (row.status === 'APPROVED') {
    const date = await currentBusinessDate(work.tx);
    const nav = await selectNavOfDay(work.tx, row.fund_id, row.dealing_date);
    if (nav !== undefined && isFresh(fund, nav.valuation_date, date)) throw steps.wrongState(row);
  }
  await release(work, row);
  const changes = { ...NOTHING_HELD, status: 'REJECTED', reason: reason ?? null } as const;
  return change(work, row, { changes, ports });
}

/** Deletes a PENDING order and releases its held cash or units. The row is kept. */
export async function deleteFundTransaction(
  work: Work,
  id: bigint,
  ports: AssetPorts,
): Promise<Outcome> {
  const row = await steps.lockVisible(work, id, ['PENDING']);
  await release(work, row);
  return change(work, row, { changes: { ...NOTHING_HELD, status: 'DELETED' }, ports });
}

const NOTHING_HELD = { held_minor: 0n, held_units: new Decimal(0) };

async function release(work: Work, row: FundTransactionRow): Promise<void> {
  await releaseUnits(work, row);
  if (row.held_minor > 0n) await setHold(work.tx, releaseOf(row));
}

/** Releases the units held for an order. */
export async function releaseUnits(work: Work, row: FundTransactionRow): Promise<void> {
  if (row.held_units.isZero()) return;
  const holding = await lockHolding(work.tx, {
    fundId: row.fund_id,
    customerId: row.customer_id,
    portfolioName: row.portfolio_name,
  });
  const { id } = present(holding, 'units are held of a holding');
  await moveHeldUnits(work.tx, id, row.held_units.negated());
}

const steps = stateSteps({
  lock: lockWithFund,
  isVisible: isOfOffices,
  stateOf: ({ status }) => status,
  wrongState: assetProblems.FUND_TRANSACTION_WRONG_STATE,
  detailOf: ({ status, dealing_date: date }) =>
    `The order is ${status}${status === 'APPROVED' ? ` to be dealt at the value of ${date}` : ''}.`,
  missing: () => 'no such fund transaction',
});

// Locks the fund first, so that its values cannot change.
async function lockWithFund(work: Work, id: bigint): Promise<FundTransactionRow | undefined> {
  const seen = await selectFundTransaction(work.tx, id);
  if (seen === undefined || !seesOffice(work.principal, seen.office_id)) return undefined;
  await lockFundShared(work.tx, seen.fund_id);
  return lockFundTransaction(work.tx, id);
}

/** Locks a fund and its order, if the caller can see the order and has read its current version. */
export async function lockOrder(
  work: Work,
  id: bigint,
): Promise<{ readonly row: FundTransactionRow; readonly fund: FundRow }> {
  const row = await steps.lockVisible(work, id);
  const fund = await selectFund(work.tx, { id: row.fund_id });
  return { row, fund: present(fund, 'the fund of an order exists') };
}

/** Refuses an order that is not PENDING. */
export function refuseUnlessPending(row: FundTransactionRow): void {
  steps.refuseUnless(row, ['PENDING']);
}

const DONE = { APPROVED: 'approved', REJECTED: 'rejected', DELETED: 'deleted' } as const;
type Ending = keyof typeof DONE;

async function change(
  work: Work,
  row: FundTransactionRow,
  to: {
    readonly changes: FundTransactionChange & { readonly status: Ending };
    readonly ports: AssetPorts;
  },
): Promise<Outcome> {
  const stamp = { by: work.principal.name, at: work.now };
  await updateFundTransactions(work.tx, stamp, [{ id: row.id, ...to.changes }]);
  const done = DONE[to.changes.status];
  return (await written(work, row.id, { done, ports: to.ports })).reply;
}

interface Step {
  readonly done: 'submitted' | 'updated' | 'approved' | 'rejected' | 'deleted';
  readonly ports: AssetPorts;
  /** Additional data for the event. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Reads a changed order, sends its event and returns the reply. */
export async function written(
  work: Work,
  id: bigint,
  { done, ports, data = {} }: Step,
): Promise<{ readonly row: FundTransactionRow; readonly reply: Outcome }> {
  const found = present(await selectFundTransaction(work.tx, id), 'the order was written');
  const row = id < 0n ? { ...found, name: '' } : found;
  const type: FundTransactionEvent = `fund-transaction.${done}`;
  work.events.push(fundTransactionEvent(type, row, { status: row.status, ...data }));
  const labels = await labelsOf(work.tx, [row], ports);
  return { row, reply: replyOf(row, labels, `FUND_TRANSACTION_${done.toUpperCase()}`) };
}

// One query reads the portfolio labels for a whole page.
async function labelsOf(
  on: Database | Tx,
  rows: readonly FundTransactionRow[],
  { portfolios }: AssetPorts,
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(rows.map((row) => row.portfolio_name))].filter((name) => name !== '');
  if (portfolios === undefined || names.length === 0) return new Map();
  return portfolios.labelsOf(on, names);
}

function replyOf(
  row: FundTransactionRow,
  labels: ReadonlyMap<string, string>,
  msgCode: string,
): Outcome {
  return {
    msgCode,
    id: row.id,
    name: row.name,
    version: row.version,
    result: fundTransactionRecord(row, labels),
  };
}

/** Returns one order, or refuses with DOCUMENT_NOT_FOUND. */
export async function readFundTransaction(
  call: Call,
  id: bigint,
  ports: AssetPorts,
): Promise<object> {
  const row = await selectFundTransaction(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) throw steps.notFound(id);
  const labels = await labelsOf(call.db, [row], ports);
  return versioned(fundTransactionRecord(row, labels), row.version);
}

/** Lists orders of the offices that the caller can see, newest first. */
export async function listFundTransactions(
  call: Call,
  { ports, ...filter }: Omit<FundTransactionFilter, 'offices'> & { readonly ports: AssetPorts },
  page: PageRequest,
): Promise<Page<object>> {
  const scoped = { ...filter, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectFundTransactions(call.db, scoped, page), page);
  const labels = await labelsOf(call.db, rows, ports);
  return {
    count: await countFundTransactions(call.db, scoped),
    result: rows.map((row) => fundTransactionRecord(row, labels)),
    nextAfter,
  };
}

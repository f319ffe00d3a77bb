// Fund transactions: submits, decides on, executes, deletes and reads subscriptions and
// redemptions.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { isBelowThreshold, setHold } from '../../finance/index.js';
import { refuseOwnWork } from '../../identity/index.js';
import { shownLines } from '../deposit/ledger-entry.js';
import type { AssetPorts } from '../port.js';
import { assetProblems } from '../problems.js';
import { dealingDateOf } from './dealing-day.js';
import { draftFundTransaction, type FundTransactionRequest } from './draft.js';
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
 * Submits a subscription; the reply names the cash account that will pay. Refuses a redemption's
 * body with INVALID_REQUEST, naming transType.
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
 * Submits an order. It stays PENDING until it is approved. From now on, cash is held for a
 * subscription and units for a redemption. Both are dealt at the value for `dealingDate`, which is
 * not yet known.
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
  const { fund, holding, terms } = await draftFundTransaction(work, request, { transType, ports });
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
  await holdCash(work, fund, row);
  const { reply, row: made } = await written(work, id, 'submitted');
  return {
    ...reply,
    created: true,
    location: `order/fundtransaction/id/${id}`,
    extra: {
      cashAccountId: made.cash_account_id,
      cashAccountName: made.cash_account_name,
      ...(await duplicateWarning(work, row)),
    },
  };
}

async function holdCash(work: Work, fund: FundRow, row: NewFundTransaction): Promise<void> {
  if (row.held_minor === 0n) return;
  await setHold(work.tx, {
    accountId: row.cash_account_id,
    sourceType: fundSource(fund.name),
    sourceId: row.id,
    amountMinor: row.held_minor,
  });
}

async function duplicateWarning(
  work: Work,
  row: NewFundTransaction,
): Promise<Record<string, unknown>> {
  const duplicate = await selectDuplicateOrder(work.tx, row);
  if (duplicate === undefined) return {};
  const detail = `fund order ${duplicate.name}, placed in the last minute, has the same terms`;
  return { warnings: [{ code: 'LOOKS_LIKE_REPEAT', detail, id: duplicate.id }] };
}

/** Approves an order: PENDING → APPROVED. Its maker may not (OWN_WORK). */
export async function approveFundTransaction(work: Work, id: bigint): Promise<Outcome> {
  const { row, fund } = await lockOrder(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  return approve(work, row, fund);
}

/**
 * Posts an order. A PENDING order is approved if the caller may approve and either is not its maker
 * or the order is below the office's four-eyes threshold; other callers get 409 with PENDING. An
 * APPROVED order is executed if its value is available; otherwise it waits, and the reply is 409
 * with APPROVED.
 */
export async function postFundTransaction(work: Work, id: bigint): Promise<Outcome> {
  const { row, fund } = await lockOrder(work, id);
  if (row.status === 'APPROVED') return execute(work, row, fund);
  if (row.status !== 'PENDING' || !work.principal.permissions.has(APPROVE_FUND_TRANSACTION)) {
    throw steps.wrongState(row);
  }
  if (!(await isSmall(work, row))) await refuseOwnWork(work, row);
  return approve(work, row, fund);
}

async function isSmall({ tx }: Work, row: FundTransactionRow): Promise<boolean> {
  const { estimate_minor: estimate, currency } = row;
  return estimate !== null && isBelowThreshold(tx, { minor: estimate, currency }, row);
}

// Approving an order once the day's value is known would be a choice based on that value, so the
// order joins the next dealing day.
async function approve(work: Work, row: FundTransactionRow, fund: FundRow): Promise<Outcome> {
  const today = await currentBusinessDate(work.tx);
  const known = await selectKnownDays(work.tx, fund.id, row.dealing_date);
  const rule = await dealingRuleOf(work.tx, fund);
  const dealingDate = known.has(row.dealing_date)
    ? dealingDateOf({ today, now: work.now }, rule, known)
    : row.dealing_date;
  return change(work, row, {
    status: 'APPROVED',
    dealing_date: dealingDate,
    approved_by: work.principal.name,
    approved_at: work.now,
  });
}

async function execute(work: Work, row: FundTransactionRow, fund: FundRow): Promise<Outcome> {
  const date = await currentBusinessDate(work.tx);
  const nav = await priceableNav(work, row, { fund, date });
  if (nav === undefined) throw steps.wrongState(row);
  const lines = await dealOrder(work, { fund, nav, date }, row);
  const done = present(await selectFundTransaction(work.tx, row.id), 'the order was written');
  const reply = replyOf(done, `FUND_TRANSACTION_${done.status}`);
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
 * Rejects an order; its maker may not. The order must be PENDING, or APPROVED with a missing or
 * stale value so that it can no longer be dealt. Releases its held cash or units.
 */
export async function rejectFundTransaction(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const { row, fund } = await lockOrder(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING', 'APPROVED']);
  if (row.status === 'APPROVED') {
    const date = await currentBusinessDate(work.tx);
    const nav = await selectNavOfDay(work.tx, row.fund_id, row.dealing_date);
    if (nav !== undefined && isFresh(fund, nav.valuation_date, date)) throw steps.wrongState(row);
  }
  await release(work, row);
  return change(work, row, { ...NOTHING_HELD, status: 'REJECTED', reason: reason ?? null });
}

/** Deletes a PENDING order and releases its held cash or units. The row is kept. */
export async function deleteFundTransaction(work: Work, id: bigint): Promise<Outcome> {
  const row = await steps.lockVisible(work, id, ['PENDING']);
  await release(work, row);
  return change(work, row, { ...NOTHING_HELD, status: 'DELETED' });
}

const NOTHING_HELD = { held_minor: 0n, held_units: new Decimal(0) };

async function release(work: Work, row: FundTransactionRow): Promise<void> {
  if (row.held_units.greaterThan(0)) {
    const holding = await lockHolding(work.tx, {
      fundId: row.fund_id,
      customerId: row.customer_id,
      portfolioName: row.portfolio_name,
    });
    const { id } = present(holding, 'units are held of a holding');
    await moveHeldUnits(work.tx, id, row.held_units.negated());
  }
  if (row.held_minor > 0n) await setHold(work.tx, releaseOf(row));
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

async function lockOrder(
  work: Work,
  id: bigint,
): Promise<{ readonly row: FundTransactionRow; readonly fund: FundRow }> {
  const row = await steps.lockVisible(work, id);
  const fund = await selectFund(work.tx, { id: row.fund_id });
  return { row, fund: present(fund, 'the fund of an order exists') };
}

const DONE = { APPROVED: 'approved', REJECTED: 'rejected', DELETED: 'deleted' } as const;
type Ending = keyof typeof DONE;

async function change(
  work: Work,
  row: FundTransactionRow,
  changes: FundTransactionChange & { readonly status: Ending },
): Promise<Outcome> {
  const stamp = { by: work.principal.name, at: work.now };
  await updateFundTransactions(work.tx, stamp, [{ id: row.id, ...changes }]);
  return (await written(work, row.id, DONE[changes.status])).reply;
}

async function written(
  work: Work,
  id: bigint,
  done: 'submitted' | 'approved' | 'rejected' | 'deleted',
): Promise<{ readonly row: FundTransactionRow; readonly reply: Outcome }> {
  const found = present(await selectFundTransaction(work.tx, id), 'the order was written');
  const row = id < 0n ? { ...found, name: '' } : found;
  const type: FundTransactionEvent = `fund-transaction.${done}`;
  work.events.push(fundTransactionEvent(type, row, { status: row.status }));
  return { row, reply: replyOf(row, `FUND_TRANSACTION_${done.toUpperCase()}`) };
}

function replyOf(row: FundTransactionRow, msgCode: string): Outcome {
  return {
    msgCode,
    id: row.id,
    name: row.name,
    version: row.version,
    result: fundTransactionRecord(row),
  };
}

/** Returns one order, or refuses DOCUMENT_NOT_FOUND. */
export async function readFundTransaction(call: Call, id: bigint): Promise<object> {
  const row = await selectFundTransaction(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) throw steps.notFound(id);
  return versioned(fundTransactionRecord(row), row.version);
}

/** Lists orders of the offices that the caller can see, newest first. */
export async function listFundTransactions(
  call: Call,
  filter: Omit<FundTransactionFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped = { ...filter, offices: call.principal.offices };
  const { rows, nextAfter } = pageFrom(await selectFundTransactions(call.db, scoped, page), page);
  return {
    count: await countFundTransactions(call.db, scoped),
    result: rows.map(fundTransactionRecord),
    nextAfter,
  };
}

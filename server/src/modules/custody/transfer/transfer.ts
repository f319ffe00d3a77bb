// Transfers of units. One person enters a transfer, and another approves or rejects it; it can also
// be cancelled.

import type { Static } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { blaming } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { stateSteps } from '../../../platform/reference-data/state-step.js';
import { financeProblems } from '../../finance/index.js';
import { refuseOwnWork } from '../../identity/index.js';
import { orderProblems } from '../../order/index.js';
import { custodyProblems } from '../problems.js';
import { transferEvent } from './event.js';
import { isPaid, linesOf } from './line.js';
import { bookPayments, holdPayment, releasePayment, withAccounts } from './payment.js';
import {
  insertTransfer,
  lockHoldings,
  lockTransfer,
  selectLines,
  selectTransfer,
  storeDecision,
} from './queries.js';
import {
  isInward,
  type NewTransfer,
  type TransferLine,
  type TransferRow,
  type TransferState,
  transferRecord,
} from './record.js';
import type { TransferBody } from './schema.js';
import { partiesOf, refuseWrongTerms, textOf } from './terms.js';
import { holdUnits, type LeavingLots, moveTransfer, releaseUnits } from './units.js';

/** A transfer to enter, and the file from which it came, if any. */
interface GivenTransfer {
  readonly body: Static<typeof TransferBody>;
  readonly importId: bigint | null;
}

/**
 * Enters a transfer, which another person approves. Outgoing units and money are on hold until
 * then. Checks, in this order: the portfolios and whether their customers are active, the date, the
 * counterparty and reason, the lines, the accounts, the free units and the available money.
 */
export async function createTransfer(work: Work, given: GivenTransfer): Promise<Outcome> {
  const row = await storeTransfer(work, given);
  const outcome = await written(work, row.id, 'created');
  return { ...outcome, created: true, location: `custody/holding-transfer/id/${row.id}` };
}

/**
 * Stores a transfer as PENDING, with its holds. Refuses for the same reasons as `createTransfer`.
 */
async function storeTransfer(work: Work, { body, importId }: GivenTransfer): Promise<NewTransfer> {
  const parties = await partiesOf(work, body);
  await refuseWrongTerms(work, body, parties);
  const terms = await linesOf(work.tx, body);
  const id = await work.context.ids.next(work.tx, 'holding_transfer_id');
  const { counterParty: other = {} } = body;
  const { from, to } = parties;
  const row = {
    ...{ id, name: codeOf(id), type: body.type, is_paid: isPaid(body), portfolio_id: from.id },
    ...{ customer_id: from.customer_id, office_id: from.office_id, import_id: importId },
    ...{ to_portfolio_id: to?.id ?? null, to_customer_id: to?.customer_id ?? null },
    ...{ to_office_id: to?.office_id ?? null },
    ...{ effective_date: body.effectiveDate, member_code: textOf(other.memberCode) },
    ...{ account_no: textOf(other.account), chn: textOf(other.chn), holder: textOf(other.holder) },
    ...{ owner_change: body.ownerChange ?? 'NONE', reference: textOf(body.reference) },
    ...{ reason: textOf(body.reason), creator_kind: work.principal.kind },
    creator_id: work.principal.id,
  } as const;
  await insertTransfer(
    work.tx,
    { row, lines: await withAccounts(work, row, terms) },
    stampOf(work),
  );
  for (const [index, line] of (await linesOfTransfer(work, id)).entries()) {
    const at = (member: string) => `lines/${index}/${member}`;
    await blaming(orderProblems.INSUFFICIENT_HOLDING, at('quantity'), async () => {
      if (!isInward(row)) await holdUnits(work, row, line);
    });
    await blaming(financeProblems.INSUFFICIENT_FUNDS, at('amount'), () =>
      holdPayment(work, row, line),
    );
  }
  return row;
}

const steps = stateSteps<TransferRow, TransferState>({
  lock: ({ tx }, id) => lockTransfer(tx, id),
  isVisible: (principal, { office_id: from, to_office_id: to }) =>
    seesOffice(principal, from) && (to === null || seesOffice(principal, to)),
  missing: () => 'no such transfer',
  stateOf: ({ state }) => state,
  wrongState: custodyProblems.TRANSFER_WRONG_STATE,
  detailOf: ({ state }) => `The transfer is ${state}.`,
});

/**
 * Approves a transfer. Its maker cannot approve it. Units and money move in this transaction, on
 * the effective date if free of payment, or on the business date if against payment. Refuses with
 * INSUFFICIENT_HOLDING if outgoing units are now missing because a trade was corrected.
 */
export async function approveTransfer(
  work: Work,
  id: bigint,
  { reason, leavingLots }: { readonly reason: string | undefined; leavingLots: LeavingLots },
): Promise<Outcome> {
  const found = await lockUndecided(work, id);
  await lockHoldings(work.tx, [id]);
  const today = await currentBusinessDate(work.tx);
  const row = found.is_paid ? { ...found, effective_date: today } : found;
  const lines = await linesOfTransfer(work, id);
  await moveTransfer(work, row, { lines, leavingLots });
  await bookPayments(work, row, { lines, date: today });
  const { effective_date: effectiveDate } = row;
  await storeDecision(work.tx, { id, state: 'SETTLED', reason, effectiveDate }, stampOf(work));
  return written(work, id, 'settled');
}

/** Rejects a transfer. Its maker cannot reject it. */
export async function rejectTransfer(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  return endTransfer(work, await lockUndecided(work, id), { state: 'REJECTED', reason });
}

/** Cancels a transfer that is pending approval. */
export async function cancelTransfer(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await steps.lockVisible(work, id, ['PENDING']);
  return endTransfer(work, row, { state: 'CANCELLED', reason });
}

async function endTransfer(
  work: Work,
  row: TransferRow,
  end: { readonly state: 'REJECTED' | 'CANCELLED'; readonly reason: string | undefined },
): Promise<Outcome> {
  for (const line of await linesOfTransfer(work, row.id)) {
    if (!isInward(row)) await releaseUnits(work, row, line);
    await releasePayment(work, row, line);
  }
  await storeDecision(work.tx, { id: row.id, ...end }, stampOf(work));
  return written(work, row.id, end.state === 'REJECTED' ? 'rejected' : 'cancelled');
}

async function lockUndecided(work: Work, id: bigint): Promise<TransferRow> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  return row;
}

async function linesOfTransfer(work: Work, id: bigint): Promise<readonly TransferLine[]> {
  return (await selectLines(work.tx, [id])).get(id) ?? [];
}

function stampOf({ principal, now }: Work) {
  return { by: principal.name, at: now };
}

async function written(
  work: Work,
  id: bigint,
  done: 'created' | 'settled' | 'rejected' | 'cancelled',
): Promise<Outcome> {
  const row = present(await selectTransfer(work.tx, id), 'the transfer was written');
  work.events.push(transferEvent(done, row));
  return {
    msgCode: `HOLDING_TRANSFER_${done.toUpperCase()}`,
    id,
    name: id < 0n ? '' : row.name,
    version: row.version,
    result: transferRecord(row, await linesOfTransfer(work, id)),
  };
}

// Transfers of units: entered by one person; approved or rejected by another, or cancelled.

import type { Static } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { isOfOffices, stateSteps } from '../../../platform/reference-data/state-step.js';
import { refuseInactive } from '../../asset/index.js';
import { refuseOwnWork } from '../../identity/index.js';
import { orderProblems } from '../../order/index.js';
import { custodyProblems } from '../problems.js';
import { transferEvent } from './event.js';
import { linesOf } from './line.js';
import {
  insertTransfer,
  lockTransfer,
  moveUnits,
  selectFree,
  selectLines,
  selectPortfolio,
  selectTransfer,
  setLineHold,
  storeDecision,
  type TransferMove,
  type TransferPortfolio,
} from './queries.js';
import {
  isInward,
  type TransferLine,
  type TransferRow,
  type TransferState,
  transferRecord,
} from './record.js';
import type { TransferBody } from './schema.js';

type Body = Static<typeof TransferBody>;

const { MOVEMENT_REFUSED, TRANSFER_WRONG_STATE } = custodyProblems;

/**
 * Enters a transfer, which another person approves. Outgoing units are on hold until then. Checks,
 * in this order: portfolio → customer is active → date → counterparty and reason → securities, lots
 * → free units.
 */
export async function createTransfer(work: Work, body: Body): Promise<Outcome> {
  const portfolio = await portfolioOf(work, body);
  await refuseWrongTerms(work, body);
  const lines = await linesOf(work.tx, body);
  const id = await work.context.ids.next(work.tx, 'holding_transfer_id');
  const { counterParty: other = {} } = body;
  const row = {
    ...{ id, name: codeOf(id), type: body.type, portfolio_id: portfolio.id },
    ...{ customer_id: portfolio.customer_id, office_id: portfolio.office_id },
    ...{ effective_date: body.effectiveDate, member_code: textOf(other.memberCode) },
    ...{ account_no: textOf(other.account), chn: textOf(other.chn), holder: textOf(other.holder) },
    ...{ owner_change: body.ownerChange ?? 'NONE', reference: textOf(body.reference) },
    ...{ reason: textOf(body.reason), creator_kind: work.principal.kind },
    creator_id: work.principal.id,
  } as const;
  await insertTransfer(work.tx, { row, lines }, stampOf(work));
  const stored = await linesOfTransfer(work, id);
  if (!isInward(row)) {
    for (const line of stored) await holdLine(work, row, line);
  }
  const outcome = await written(work, id, 'created');
  return { ...outcome, created: true, location: `custody/holding-transfer/id/${id}` };
}

function textOf(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

async function portfolioOf(work: Work, { portfolioName }: Body): Promise<TransferPortfolio> {
  const portfolio = await selectPortfolio(work.tx, portfolioName);
  if (portfolio === undefined || !seesOffice(work.principal, portfolio.office_id)) {
    const detail = 'is not the code of a portfolio';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'portfolioName', detail);
  }
  const { customer_status: status, customer_workflow_status: workflow } = portfolio;
  refuseInactive({ status, workflow_status: workflow }, 'portfolioName');
  if (portfolio.active) return portfolio;
  throw refuseMember(orderProblems.PORTFOLIO_INACTIVE, 'portfolioName', 'is not active');
}

async function refuseWrongTerms(work: Work, body: Body): Promise<void> {
  const refuse = (member: string, detail: string) => refuseMember(MOVEMENT_REFUSED, member, detail);
  const { type, effectiveDate, counterParty: other = {}, ownerChange = 'NONE' } = body;
  const today = await currentBusinessDate(work.tx);
  if (effectiveDate > today) {
    throw refuse('effectiveDate', `must not be after the business date, ${today}`);
  }
  const isNamed = [other.memberCode, other.account, other.chn].some((part) => textOf(part));
  if ((type === 'IN_FREE' || type === 'OUT_FREE') && !isNamed) {
    throw refuse('counterParty', 'must have a memberCode, an account or a chn');
  }
  const needsReason = type === 'WRITE_OFF' || ownerChange !== 'NONE';
  if (needsReason && textOf(body.reason) === null) {
    throw refuse('reason', `is required for ${type === 'WRITE_OFF' ? type : ownerChange}`);
  }
}

async function holdLine(
  work: Work,
  {
    portfolio_id: portfolioId,
    effective_date: date,
  }: Pick<TransferRow, 'portfolio_id' | 'effective_date'>,
  line: TransferLine,
): Promise<void> {
  const isHeld = await setLineHold(work.tx, line, { portfolioId, units: line.quantity });
  const { lowest } = await selectFree(work.tx, { portfolioId, ...line }, date);
  if (isHeld && lowest >= line.quantity) return;
  const detail = isHeld
    ? `${line.securityName}: at most ${lowest} units were in the holding on ${date} and since then`
    : `${line.securityName}: fewer units are free; others are on sale, on hold or not yet credited`;
  throw refusal(orderProblems.INSUFFICIENT_HOLDING, { detail });
}

const steps = stateSteps<TransferRow, TransferState>({
  lock: ({ tx }, id) => lockTransfer(tx, id),
  isVisible: isOfOffices,
  missing: () => 'no such transfer',
  stateOf: ({ state }) => state,
  wrongState: TRANSFER_WRONG_STATE,
  detailOf: ({ state }) => `The transfer is ${state}.`,
});

/**
 * Approves a transfer; its maker may not. The units move on the effective date. Refuses
 * INSUFFICIENT_HOLDING if outgoing units are no longer there, because a trade was corrected.
 */
export async function approveTransfer(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await lockUndecided(work, id);
  const lines = await linesOfTransfer(work, id);
  if (!isInward(row)) {
    for (const line of lines) {
      await holdLine(work, row, line);
      const { free } = await selectFree(work.tx, keyOf(row, line), row.effective_date);
      if (free < 0n) {
        const detail = `${line.securityName}: ${-free} of the units on hold are no longer there`;
        throw refusal(orderProblems.INSUFFICIENT_HOLDING, { detail });
      }
      await setLineHold(work.tx, line, { portfolioId: row.portfolio_id, units: 0n });
    }
  }
  await moveUnits(
    work.tx,
    lines.flatMap((line) => movesOf(row, line)),
  );
  await storeDecision(work.tx, { id, state: 'SETTLED', reason }, stampOf(work));
  return written(work, id, 'settled');
}

/** Rejects a transfer; its maker may not. */
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
  for (const line of isInward(row) ? [] : await linesOfTransfer(work, row.id)) {
    await setLineHold(work.tx, line, { portfolioId: row.portfolio_id, units: 0n });
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

function keyOf({ portfolio_id: portfolioId }: TransferRow, { securityId }: TransferLine) {
  return { portfolioId, securityId };
}

// Outgoing units take their cost with them. It is computed from the other movements of the holding.
function movesOf(row: TransferRow, line: TransferLine): TransferMove[] {
  const base = {
    ...keyOf(row, line),
    ...{ effectiveDate: row.effective_date, currency: line.currency },
    ...({ sourceType: 'TRANSFER', sourceId: line.id, sourceLine: 1 } as const),
    ...{ costMinor: 0n, proceedsMinor: 0n, gainMinor: 0n, pendingQuantity: 0n },
    ...{ acquiredOn: null, costKnown: true },
  };
  if (!isInward(row)) {
    const kind = row.type === 'WRITE_OFF' ? 'WRITE_OFF' : 'TRANSFER_OUT';
    return [{ ...base, kind, quantity: -line.quantity }];
  }
  const coming = { ...base, kind: 'TRANSFER_IN' } as const;
  if (line.costBasis === 'UNKNOWN') {
    return [{ ...coming, quantity: line.quantity, costKnown: false }];
  }
  return line.lots.map((lot, index) => ({ ...coming, ...lot, sourceLine: index + 1 }));
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

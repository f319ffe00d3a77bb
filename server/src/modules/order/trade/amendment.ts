// Amends live orders: in place before they are sent, and afterwards through a replacement at the
// exchange. Amendments that are requested at the same time share a transaction.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import {
  commonProblems,
  Problem,
  refuseMember,
  resultOrProblem,
} from '../../../platform/http/reply/problem.js';
import { warned } from '../../../platform/http/reply/warning.js';
import type { Outcome, RunBatch } from '../../../platform/http/route.js';
import { groupByCode } from '../../party/index.js';
import { nextClOrdIds, queueReplaces } from '../exchange/queue-queries.js';
import { requireDayLimit } from '../limit/day-limit.js';
import { type OrderRow, orderEvent } from '../record/order.js';
import { lockFreeOrders } from '../record/queries.js';
import { type Amending, type Amendment, checkAmendments } from './amendment-check.js';
import { amendmentCoverOf } from './amendment-cover.js';
import { storeAmended, storeCustodian, storeReplaceRequested } from './amendment-queries.js';
import { requireShape } from './check.js';
import { cashHold, moveHeldUnits, setCashHolds } from './hold.js';
import { ignoredInAmendment } from './ignored-member.js';
import { changedOrders, liveOrProblem, lockLiveOrder } from './order.js';
import { refuseUnknownReferences } from './reference.js';
import type { OrderRequest } from './request.js';
import { dayValueOf } from './submission.js';

/**
 * Amends an order. The body is the same as for a new order, plus the id. It contains all terms, not
 * only the changed ones.
 */
export async function amendTradeOrder(work: Work, body: OrderRequest): Promise<Outcome> {
  const row = await lockLiveOrder(work, idOf(body));
  const commissionGroupName = await groupNameIn(work, body, row);
  const request = { ...requestOf(row, body), commissionGroupName };
  const [amendment] = await checkAmendments([{ work, row, request }]);
  if (amendment instanceof Problem) throw amendment;
  const amended = [present(amendment, 'each amendment has a result')];
  await refuseUnknownReferences(work, request, row);
  await storeHolds(work.tx, amended);
  for (const { checked } of amended) await requireDayLimit(work.tx, row, dayValueOf(checked));
  const [outcome] = await storeAmendments(work.tx, amended);
  return present(outcome, 'each amendment has an outcome');
}

/**
 * Amends orders requested at the same time. The following are excluded and amended one by one: an
 * order that another transaction has locked, directly or through its account or holding; an order
 * awaiting the exchange's answer; an amendment of the commission group, agent, custodian or
 * referenced order. If the money, the units or the day's limit may be too small for an amendment,
 * it and all later ones with the same account or holding are excluded too.
 */
export const amendTradeOrders: RunBatch<{ readonly body: OrderRequest }> = async (parts) => {
  const [first] = parts;
  if (first === undefined) return [];
  const { tx } = first.work;
  const asked = parts.map(({ work, input }) =>
    resultOrProblem(() => ({ work, request: input.body, id: idOf(input.body) })),
  );
  const ids = asked.flatMap((each) => (each instanceof Problem ? [] : [each.id]));
  const rows = await lockFreeOrders(tx, [...new Set(ids)]);
  const free = new Map(rows);
  const requested: (Amending | Problem | undefined)[] = [];
  for (const each of asked) {
    if (each instanceof Problem) requested.push(each);
    else {
      const row = free.get(each.id);
      // A second request for the same order is processed after the first.
      free.delete(each.id);
      requested.push(row && (await amendingOf(row, each)));
    }
  }
  const amendings = requested.filter(isAmending);
  const checks = await checkAmendments(amendings);
  const checked = new Map(amendings.map((each, place) => [each, checks[place]]));
  const cover = await amendmentCoverOf(tx, checks.filter(isAmending));
  const decided = requested.map((each, place) => {
    const result = isAmending(each) ? checked.get(each) : each;
    const request = asked[place];
    if (result instanceof Problem || request === undefined) return result;
    if (result !== undefined && cover.take(result)) return result;
    const row = request instanceof Problem ? undefined : rows.get(request.id);
    if (row !== undefined) cover.leaveOut(row);
    return undefined;
  });
  const accepted = decided.filter(isAmending);
  await storeHolds(tx, accepted);
  const outcomes = await storeAmendments(tx, accepted);
  const done = new Map(accepted.map((each, place) => [each, outcomes[place]]));
  return decided.map((each) => (isAmending(each) ? done.get(each) : each));
};

function isAmending<Kind extends Amending>(each: Kind | Problem | undefined): each is Kind {
  return each !== undefined && !(each instanceof Problem);
}

function idOf(body: OrderRequest): bigint {
  const { id } = body;
  if (id === undefined || id === 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is required');
  }
  requireShape(body);
  return id;
}

interface Requested {
  readonly work: Work;
  readonly request: OrderRequest;
}

async function amendingOf(
  row: OrderRow,
  { work, request: body }: Requested,
): Promise<Amending | Problem | undefined> {
  const request = requestOf(row, body);
  if (!isPlain(row, request)) return undefined;
  const live = await liveOrProblem(work, row);
  return live === undefined || live instanceof Problem ? live : { work, row: live, request };
}

// An amendment that changes one of these references requires further reads.
function isPlain(row: OrderRow, request: OrderRequest): boolean {
  const { agentName, custodianName, commissionGroupName, referenceOrderId } = request;
  return (
    agentName === undefined &&
    custodianName === undefined &&
    commissionGroupName === row.commission_group_name &&
    (!referenceOrderId || referenceOrderId === row.reference_order_id)
  );
}

// If the caller omits the commission group, the order's own is used. An agent or custodian that
// does not change is not checked again.
function requestOf(
  row: OrderRow,
  { agentName, custodianName, ...body }: OrderRequest,
): OrderRequest {
  const isNamed = agentName !== undefined && agentName !== row.agent_name;
  return {
    ...body,
    commissionGroupName: body.commissionGroupName ?? row.commission_group_name,
    ...(isNamed ? { agentName } : {}),
    ...(custodianName === undefined || custodianName === row.custodian_name
      ? {}
      : { custodianName }),
  };
}

async function groupNameIn(
  { tx }: Work,
  { commissionGroupName: given }: OrderRequest,
  row: OrderRow,
): Promise<string> {
  const own = row.commission_group_name;
  if (given === undefined || given === own) return own;
  return (await groupByCode(tx, given))?.name ?? given;
}

async function storeHolds(tx: Tx, amendments: readonly Amendment[]): Promise<void> {
  const buys = amendments.filter(({ row }) => row.order_type === 'BUY');
  await setCashHolds(
    tx,
    buys.map(({ holder, totals }) => cashHold(holder, totals.openMinor, false)),
  );
  await moveHeldUnits(
    tx,
    amendments.map(({ row, units }) => ({ order: row, by: units })),
  );
}

// Stores accepted amendments, whose holds are already set, and returns their outcomes in sequence.
async function storeAmendments(tx: Tx, amendments: readonly Amendment[]): Promise<Outcome[]> {
  const here = amendments.filter(({ isSent }) => !isSent);
  if (here.length > 0) await storeAmended(tx, here);
  for (const { row, request, holder } of here) {
    if (request.custodianName !== undefined) await storeCustodian(tx, row, holder);
  }
  await requestReplaces(
    tx,
    amendments.filter(({ isSent }) => isSent),
  );
  const outcomes = await changedOrders(
    tx,
    amendments.map(({ row, isSent }) => ({
      row,
      msgCode: isSent ? 'TRADE_ORDER_UPDATE_REQUESTED' : 'TRADE_ORDER_UPDATED',
    })),
  );
  return amendments.map((amendment, place) => {
    const { work, row, isSent } = amendment;
    const type = isSent ? 'trade-order.amend-requested' : 'trade-order.amended';
    work.events.push(orderEvent(type, row));
    const outcome = present(outcomes[place], 'each amendment has an outcome');
    return { ...outcome, extra: warned(ignoredInAmendment(amendment, row)) };
  });
}

async function requestReplaces(tx: Tx, amendments: readonly Amendment[]): Promise<void> {
  const [first] = amendments;
  if (first === undefined) return;
  const ids = await nextClOrdIds(
    tx,
    amendments.map(({ row }) => row),
  );
  const replaces = amendments.map((amendment) => ({
    amendment,
    row: amendment.row,
    clOrdId: present(ids.get(amendment.row.id), 'each order has a next one'),
    terms: replacingTerms(amendment),
  }));
  await queueReplaces(first.work, replaces);
  await storeReplaceRequested(tx, replaces);
}

function replacingTerms({ row, request, checked }: Amendment) {
  const { orderEndDate, doNotAdjust = row.do_not_adjust } = request;
  const { quantity, limitPrice, worstPrice, worstAccrued, expireDate, tradeDatesMax } = checked;
  const orderTermId = checked.context.order_term_id;
  const prices = { limitPrice, worstPrice, worstAccrued };
  const lasting = { orderTermId, orderEndDate, expireDate, tradeDatesMax };
  return { quantity, ...prices, ...lasting, doNotAdjust };
}

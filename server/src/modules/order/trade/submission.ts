// Submission of trade orders: one by itself, or all that are requested at the same time in one
// transaction. Money and units are held in the transaction that stores the order.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import type { Outcome, RunBatch } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { reachWarnings } from '../exchange/reach.js';
import { requireSession } from '../exchange/session-route.js';
import { requireDayValue } from '../limit/day-limit.js';
import {
  type CheckedOrder,
  checkNewOrder,
  type OrderRequest,
  requireCover,
  securityNameOf,
} from './check.js';
import { type Cover, coverOf } from './cover.js';
import { holdUnits } from './hold.js';
import { loadOrderGrounds } from './load.js';
import { newOrderRow } from './new-order.js';
import { type OrderRow, orderEvent, toOrderRecord } from './record.js';
import { referencedOrders, requireReferences } from './reference.js';
import { insertOrders } from './write.js';

/** Validates, holds, stores and routes an order. It is BOOKED until the exchange answers. */
export async function submitTradeOrder(work: Work, request: OrderRequest): Promise<Outcome> {
  const [outcome] = await submitAll([{ work, request }]);
  if (outcome instanceof Problem) throw outcome;
  return present(outcome, 'nothing is left of an order by itself');
}

/**
 * Submits orders that were requested at the same time. Each sees the money, units and day values
 * that the ones before it took. Left to be done alone is an order whose account, holding, office,
 * customer, portfolio or security another transaction has locked.
 */
export const submitTradeOrders: RunBatch<{ readonly body: OrderRequest }> = (parts) =>
  submitAll(parts.map(({ work, input }) => ({ work, request: input.body })));

/** All checks of submit, with the fees and the total; runs as a dry run, so nothing is written. */
export async function validateTradeOrder(work: Work, request: OrderRequest): Promise<Outcome> {
  const outcome = await submitTradeOrder(work, request);
  return { ...outcome, msgCode: 'TRADE_ORDER_VALID', created: false };
}

interface Submission {
  readonly work: Work;
  readonly request: OrderRequest;
}

/** A submission whose terms were checked. */
interface Checked extends Submission {
  readonly checked: CheckedOrder;
}

/** A submission that passed every check, and the session that carries it to its exchange. */
interface Accepted extends Checked {
  readonly sessionName: string;
}

// One by itself and many go the same way: load, check the terms, lock, check what is available,
// write.
async function submitAll(
  submissions: readonly Submission[],
): Promise<(Outcome | Problem | undefined)[]> {
  const checked = await checkedSubmissions(submissions);
  const asking = checked.filter(isSubmission);
  const [first] = asking;
  if (first === undefined)
    return checked.map((each) => (each instanceof Problem ? each : undefined));
  const { tx } = first.work;
  const requests = asking.map(({ request }) => request);
  const [cover, references] = await Promise.all([
    coverOf(tx, asking, { isGroup: submissions.length > 1 }),
    referencedOrders(first.work, requests),
  ]);
  const decided = checked.map((each) =>
    each instanceof Problem ? each : refusing(() => accept(each, cover, references)),
  );
  const outcomes = await store(decided.filter(isSubmission));
  return decided.map((each) =>
    each === undefined || each instanceof Problem ? each : outcomes.get(each),
  );
}

function isSubmission<Kind extends Submission>(each: Kind | Problem | undefined): each is Kind {
  return each !== undefined && !(each instanceof Problem);
}

function refusing<Result>(check: () => Result): Result | Problem {
  try {
    return check();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function checkedSubmissions(
  submissions: readonly Submission[],
): Promise<(Checked | Problem)[]> {
  const [first] = submissions;
  if (first === undefined) return [];
  const named = submissions.map(({ request }) => refusing(() => namesOf(request)));
  const names = named.flatMap((each) => (each instanceof Problem ? [] : [each]));
  const grounds = await loadOrderGrounds(first.work, names);
  let place = 0;
  return submissions.map(({ work, request }, index) => {
    const own = named[index];
    if (own instanceof Problem) return own;
    const ground = present(grounds[place], 'each order has a ground');
    place += 1;
    return refusing(() => ({ work, request, checked: checkNewOrder(request, ground, work) }));
  });
}

function namesOf(request: OrderRequest) {
  return {
    portfolio: request.portfolioName,
    security: securityNameOf(request),
    orderTerm: request.orderTermName,
  };
}

function accept(
  submission: Checked,
  cover: Cover,
  references: Awaited<ReturnType<typeof referencedOrders>>,
): Accepted | undefined {
  const { work, request, checked } = submission;
  const { ground } = checked;
  const available = cover.availableTo(submission);
  if (available === undefined) return undefined;
  requireCover(request, checked, available);
  requireReferences(request, { customerId: ground.customer_id }, references);
  const sessionName = requireSession(work.context.config.exchangeRoutes, ground);
  const buy = { ...ground, order_type: request.orderType };
  requireDayValue(buy, dayValueOf(checked), cover.boughtBefore(submission));
  cover.take(submission);
  return { ...submission, sessionName };
}

/** What an order adds to its customer's day, and the limit on it. */
export function dayValueOf({ cost, ground }: CheckedOrder) {
  return { minor: cost.considerationMinor, mostMinor: ground.limits.dayValueMostMinor };
}

async function store(accepted: readonly Accepted[]): Promise<Map<Accepted, Outcome>> {
  const [first] = accepted;
  if (first === undefined) return new Map();
  const { tx, context } = first.work;
  const ids = await context.ids.take(tx, 'trade_order_id', accepted.length);
  const orders: {
    readonly order: Accepted;
    readonly row: OrderRow;
    readonly unreached: object[];
  }[] = [];
  for (const [place, order] of accepted.entries()) {
    const id = present(ids[place], 'each order has an id');
    const row = newOrderRow(order.work, { ...order, id });
    orders.push({ order, row, unreached: await reachWarnings(order.work, order.sessionName) });
  }
  const rows = orders.map(({ row }) => row);
  // The statements go out at once.
  const [twins] = await Promise.all([insertOrders(first.work, rows), holdUnits(tx, rows)]);
  return new Map(
    orders.map(({ order, row, unreached }) => {
      order.work.events.push(orderEvent('trade-order.booked', row));
      const warnings = [...lookAlikeWarnings(twins.get(row.id), order.work), ...unreached];
      return [order, submittedOutcome(order, row, warnings)];
    }),
  );
}

function submittedOutcome(
  { work, checked }: Accepted,
  row: OrderRow,
  warnings: readonly object[],
): Outcome {
  return {
    msgCode: 'TRADE_ORDER_SUBMITTED',
    id: row.id,
    name: row.name,
    created: true,
    location: `order/tradeorder/id/${row.id}`,
    version: row.version,
    result: toOrderRecord(row),
    extra: {
      ...(work.tx.dryRun ? { estimate: estimateOf(checked) } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

function estimateOf({ cost, ground, tradeDatesMax }: CheckedOrder): object {
  const amount = (minor: bigint) => minorToDecimal(minor, ground.currency);
  return {
    consideration: amount(cost.considerationMinor),
    ...(ground.bond === undefined ? {} : { accruedCoupon: amount(cost.accruedMinor) }),
    charges: cost.charges.map((line) => ({
      code: line.code,
      onCode: line.onCode,
      payee: line.payee,
      amount: amount(line.amount.minor),
    })),
    tradeDates: tradeDatesMax,
    totalCharges: amount(cost.chargesMinor),
    netAmount: amount(cost.netMinor),
    tariffName: cost.tariff.name,
    tariffVersion: cost.tariff.version,
  };
}

// A blind retry without an idempotency key doubles an order: the reply names the one it looks like.
function lookAlikeWarnings(twinId: bigint | undefined, { tx }: Work): object[] {
  if (twinId === undefined || tx.dryRun) return [];
  const detail = `order ${codeOf(twinId)} of the last minute is the same`;
  return [{ code: 'LOOKS_LIKE_REPEAT', detail, id: twinId }];
}

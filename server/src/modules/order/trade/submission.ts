// Submits trade orders: a single order, or a batch of concurrent requests in one transaction. Money
// and units are held in the transaction that stores the order.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { Problem, resultOrProblem } from '../../../platform/http/reply/problem.js';
import type { Outcome, RunBatch } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { reachWarnings } from '../exchange/reach.js';
import { requireSession } from '../exchange/session-route.js';
import { requireDayValue } from '../limit/day-limit.js';
import { type OrderRow, orderEvent } from '../record/order.js';
import { type CheckedOrder, checkNewOrder, requireCover, securityNameOf } from './check.js';
import { loadOrderContexts } from './context.js';
import { type Cover, coverOf } from './cover.js';
import { holdUnits } from './hold.js';
import { ignoredInNewOrder } from './ignored-member.js';
import { newOrderRow } from './new-order.js';
import { insertOrders } from './order-queries.js';
import { toOrderRecord } from './record.js';
import { referencedOrders, requireReferences } from './reference.js';
import type { OrderRequest } from './request.js';

/**
 * Validates an order, holds its money or units, stores it and routes it. The order is BOOKED until
 * the exchange answers.
 */
export async function submitTradeOrder(work: Work, request: OrderRequest): Promise<Outcome> {
  const [outcome] = await submitAll([{ work, request }]);
  if (outcome instanceof Problem) throw outcome;
  return present(outcome, 'a single order has an outcome');
}

/**
 * Submits a batch of concurrent orders. Each order can use only the money, units and daily limit
 * that remain after the earlier orders. An order is excluded and submitted alone if another
 * transaction has locked its account, holding, office, customer, portfolio or security.
 */
export const submitTradeOrders: RunBatch<{ readonly body: OrderRequest }> = (parts) =>
  submitAll(parts.map(({ work, input }) => ({ work, request: input.body })));

/**
 * Runs all checks of a submission and returns the fees and the total. This is a dry run, so nothing
 * is written.
 */
export async function validateTradeOrder(work: Work, request: OrderRequest): Promise<Outcome> {
  const outcome = await submitTradeOrder(work, request);
  return { ...outcome, msgCode: 'TRADE_ORDER_VALID', created: false };
}

interface Submission {
  readonly work: Work;
  readonly request: OrderRequest;
}

/** A submission whose terms have been checked. */
interface Checked extends Submission {
  readonly checked: CheckedOrder;
}

/** A submission that passed every check, with its session. */
interface Accepted extends Checked {
  readonly sessionName: string;
}

// A single order and a batch go through the same steps: load, check terms, lock, check
// availability, write.
async function submitAll(
  submissions: readonly Submission[],
): Promise<(Outcome | Problem | undefined)[]> {
  const checked = await checkedSubmissions(submissions);
  const valid = checked.filter(isSubmission);
  const [first] = valid;
  if (first === undefined)
    return checked.map((each) => (each instanceof Problem ? each : undefined));
  const { tx } = first.work;
  const requests = valid.map(({ request }) => request);
  const [cover, references] = await Promise.all([
    coverOf(tx, valid, { isGroup: submissions.length > 1 }),
    referencedOrders(first.work, requests),
  ]);
  const decided = checked.map((each) =>
    each instanceof Problem ? each : resultOrProblem(() => accept(each, cover, references)),
  );
  const outcomes = await store(decided.filter(isSubmission));
  return decided.map((each) =>
    each === undefined || each instanceof Problem ? each : outcomes.get(each),
  );
}

function isSubmission<Kind extends Submission>(each: Kind | Problem | undefined): each is Kind {
  return each !== undefined && !(each instanceof Problem);
}

async function checkedSubmissions(
  submissions: readonly Submission[],
): Promise<(Checked | Problem)[]> {
  const [first] = submissions;
  if (first === undefined) return [];
  const named = submissions.map(({ request }) => resultOrProblem(() => namesOf(request)));
  const names = named.flatMap((each) => (each instanceof Problem ? [] : [each]));
  const contexts = await loadOrderContexts(first.work, names);
  let place = 0;
  return submissions.map(({ work, request }, index) => {
    const own = named[index];
    if (own instanceof Problem) return own;
    const context = present(contexts[place], 'each order has a context');
    place += 1;
    return resultOrProblem(() => ({
      work,
      request,
      checked: checkNewOrder(request, context, work),
    }));
  });
}

function namesOf(request: OrderRequest) {
  return {
    portfolio: request.portfolioName,
    security: securityNameOf(request),
    orderTerm: request.orderTermName,
    commissionGroup: request.commissionGroupName,
    agent: request.agentName,
    custodian: request.custodianName,
  };
}

function accept(
  submission: Checked,
  cover: Cover,
  references: Awaited<ReturnType<typeof referencedOrders>>,
): Accepted | undefined {
  const { work, request, checked } = submission;
  const { context } = checked;
  const available = cover.availableTo(submission);
  if (available === undefined) return undefined;
  requireCover(request, checked, available);
  const { principal } = work;
  requireReferences(request, { principal, customerId: context.customer_id }, references);
  const sessionName = requireSession(work.context.config.exchangeRoutes, context);
  const buy = { ...context, order_type: request.orderType };
  requireDayValue(buy, dayValueOf(checked), cover.boughtBefore(submission));
  cover.take(submission);
  return { ...submission, sessionName };
}

/** Returns the value that an order adds to the customer's purchases of the day, and their limit. */
export function dayValueOf({ cost, context }: CheckedOrder) {
  return { minor: cost.considerationMinor, maxMinor: context.limits.dayValueMaxMinor };
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
  // Both statements are sent together.
  const [duplicates] = await Promise.all([insertOrders(first.work, rows), holdUnits(tx, rows)]);
  return new Map(
    orders.map(({ order, row, unreached }) => {
      order.work.events.push(orderEvent('trade-order.booked', row));
      const warnings = [
        ...duplicateWarnings(duplicates.get(row.id), order.work),
        ...unreached,
        ...ignoredInNewOrder(order),
      ];
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

function estimateOf({ cost, context, tradeDatesMax }: CheckedOrder): object {
  const amount = (minor: bigint) => minorToDecimal(minor, context.currency);
  return {
    consideration: amount(cost.considerationMinor),
    ...(context.bond === undefined ? {} : { accruedCoupon: amount(cost.accruedMinor) }),
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

// A retry without an idempotency key creates a second order, so the reply warns about the first
// one.
function duplicateWarnings(duplicateId: bigint | undefined, { tx }: Work): object[] {
  if (duplicateId === undefined || tx.dryRun) return [];
  const detail = `order ${codeOf(duplicateId)}, placed within the last minute, has the same terms`;
  return [{ code: 'LOOKS_LIKE_REPEAT', detail, id: duplicateId }];
}

// Issues statements for many customers. A job issues each statement in its own transaction.

import { Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Context, Principal, Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import {
  commonProblems,
  Problem,
  refusal,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { requireKnownGroup, requireOffice } from '../../party/index.js';
import { WEALTH } from '../limits.js';
import { type OwnerRow, selectCustomer } from '../valuation/queries.js';
import { currencyOf } from '../valuation/valuation.js';
import { contentOf } from './collect.js';
import type { StatementContent, StatementFigures } from './content.js';
import { issueContent, refuseOpenPeriod } from './issue.js';
import {
  countCustomers,
  countRuns,
  finishRun,
  insertRefusal,
  insertRun,
  lockRun,
  nextCustomer,
  type RunOutcome,
  type RunRow,
  type RunSelection,
  selectRefusals,
  selectRun,
  selectRuns,
  updateRun,
} from './run-queries.js';

/** A selection of customers. Exactly one member is given. */
export interface RunChoice {
  readonly customerIds?: readonly bigint[] | undefined;
  readonly customerGroupName?: string | undefined;
  readonly businessOfficeName?: string | undefined;
  readonly all?: boolean | undefined;
}

/** The period of the statements, and the customers. */
interface RunRequest extends RunChoice {
  readonly sd: BusinessDate;
  readonly ed: BusinessDate;
  readonly cu?: string | undefined;
}

/** Starts a run. Customers in offices that the caller cannot see are not included. */
export async function startRun(work: Work, request: RunRequest): Promise<Outcome> {
  await refuseOpenPeriod(work, request);
  const currency = currencyOf(request);
  const selection = await selectionOf(work, request);
  const { tx, now: at } = work;
  const id = await work.context.ids.next(tx, 'wealth_statement_run_id');
  await insertRun(tx, {
    ...{ id, ...selection, currency, at },
    from: request.sd,
    to: request.ed,
    customers: await countCustomers(tx, selection),
    by: work.principal.name,
  });
  await enqueue(work, ISSUE, { data: { runId: id }, key: `run ${id}` });
  const row = present(await selectRun(tx, id), 'the run was stored');
  return {
    msgCode: 'WEALTH_STATEMENT_RUN_STARTED',
    id,
    version: row.version,
    accepted: true,
    result: runRecord(row),
  };
}

/** Returns the selected customers. The caller must be able to see all of them. */
export async function selectionOf(work: Work, request: RunChoice): Promise<RunSelection> {
  const { customerIds, customerGroupName, businessOfficeName, all } = request;
  const chosen = [customerIds, customerGroupName, businessOfficeName, all || undefined];
  if (chosen.filter((choice) => choice !== undefined).length !== 1) {
    const detail =
      'must be given unless one of customerGroupName, businessOfficeName and all is given instead';
    throw refuseMember(commonProblems.INVALID_REQUEST, 'customerIds', detail);
  }
  const own = { customer_ids: null, group_id: null, office_ids: work.principal.offices ?? null };
  if (customerIds !== undefined) return { ...own, customer_ids: await known(work, customerIds) };
  if (customerGroupName !== undefined) {
    const naming = { code: customerGroupName, member: 'customerGroupName' };
    return { ...own, group_id: (await requireKnownGroup(work.tx, naming)).id };
  }
  if (businessOfficeName === undefined) return own;
  const office = await requireOffice(work.tx, work.principal, { name: businessOfficeName });
  return { ...own, office_ids: [office.id] };
}

async function known(work: Work, ids: readonly bigint[]): Promise<readonly bigint[]> {
  const unique = [...new Set(ids)];
  const offices = work.principal.offices ?? null;
  const selection = { customer_ids: unique, group_id: null, office_ids: offices };
  if ((await countCustomers(work.tx, selection)) === BigInt(unique.length)) return unique;
  const detail = 'contains a customer that does not exist';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'customerIds', detail);
}

const data = Type.Object({ runId: wireId() });
const ISSUE: JobKind<typeof data> = { name: 'wealth-statement.issue', data };

/** The job that performs a run. If interrupted, it continues with the next customer. */
export const issueJob: JobHandler = jobHandler({
  kind: ISSUE,
  timeoutMs: WEALTH.statementJobTimeoutMs,
  run: async (context, { data: { runId }, signal }) => {
    while (await issueNext(context, runId)) signal.throwIfAborted();
  },
});

/**
 * Issues the statement for a run's next customer and counts the customer, in one transaction. The
 * figures are read before the lock is taken, so that the run is locked only for a short time. Does
 * nothing if another process has processed the customer in the meantime. Returns false after the
 * last customer.
 */
export async function issueNext(context: Context, runId: bigint): Promise<boolean> {
  const next = await onSnapshot(context.db, (tx) => nextOf(tx, runId, context.clock.now()));
  if (next === undefined) return false;
  return systemWork(context, `wealth statement run ${runId}`, async (work) => {
    const run = await lockRun(work.tx, runId);
    if (run === undefined || run.state === 'DONE') return false;
    if (run.after_customer_id !== next.run.after_customer_id) return true;
    if (next.customer === undefined) {
      await finishRun(work.tx, runId, work.now);
      return false;
    }
    const outcome = await issueInRun(work, run, next);
    const customerId = next.customer.customer_id;
    await updateRun(work.tx, run, { customerId, outcome, at: work.now });
    return true;
  });
}

/** The next customer of a run (absent after the last one), and the statement or its refusal. */
interface NextOfRun {
  readonly run: RunRow;
  readonly customer?: OwnerRow | undefined;
  readonly content?: StatementContent | undefined;
  readonly refused?: string | undefined;
}

// Returns undefined if the run has ended. If the figures are refused, the run continues.
async function nextOf(tx: Tx, runId: bigint, at: Instant): Promise<NextOfRun | undefined> {
  const run = await selectRun(tx, runId);
  if (run === undefined || run.state === 'DONE') return undefined;
  const customerId = await nextCustomer(tx, run);
  if (customerId === undefined) return { run };
  const customer = present(await selectCustomer(tx, customerId), 'the customer exists');
  const { from_date: from, to_date: to } = run;
  const currency = run.currency ?? customer.office_currency;
  const today = await currentBusinessDate(tx);
  try {
    const content = await contentOf(tx, { customer, from, to, currency, today, at });
    return { run, customer, content };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind.status !== 422) throw error;
    return { run, customer, refused: error.kind.code };
  }
}

async function issueInRun(
  work: Work,
  { id, created_by: by }: RunRow,
  { customer, content, refused }: NextOfRun,
): Promise<RunOutcome> {
  if (customer === undefined || content === undefined) {
    const customerId = present(customer, 'a refusal belongs to a customer').customer_id;
    const code = present(refused, 'without a statement there is a refusal');
    await insertRefusal(work.tx, { runId: id, customerId, code });
    return 'REFUSED';
  }
  if (isEmpty(content.figures)) return 'EMPTY';
  const { isNew } = await issueContent(work, { customer, content, run: { id, by } });
  return isNew ? 'ISSUED' : 'UNCHANGED';
}

// Returns whether the customer has no assets and had none in the period.
function isEmpty(figures: StatementFigures): boolean {
  const { positions, money, fixedIncome, flows, trades, income, summary } = figures;
  const parts = [positions, money, fixedIncome, flows, trades, income];
  return parts.every(({ length }) => length === 0) && summary.opening === '0';
}

/** Lists runs, newest first. */
export async function listRuns(call: Call, page: PageRequest): Promise<Page<object>> {
  const { offices } = call.principal;
  const { rows, nextAfter } = pageFrom(await selectRuns(call.db, offices, page), page);
  return { count: await countRuns(call.db, offices), result: rows.map(runRecord), nextAfter };
}

/** Returns a run with the customers for whom no statement was issued. */
export async function readRun(call: Call, id: bigint): Promise<object> {
  const row = await selectRun(call.db, id);
  if (row === undefined || !isVisible(call.principal, row)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const refusals = await selectRefusals(call.db, id, WEALTH.statementRefusalsShown);
  const shown = refusals.map(({ customer_id: customerId, customer_name, code }) => ({
    ...{ customerId, customerName: customer_name, code },
  }));
  return versioned({ ...runRecord(row), refusals: shown }, row.version);
}

function isVisible({ offices }: Principal, { office_ids: own }: RunRow): boolean {
  return offices === undefined || (own?.every((id) => offices.includes(id)) ?? false);
}

function runRecord(row: RunRow): object {
  const { issued, unchanged, empty, refused } = row;
  return {
    id: row.id,
    from: row.from_date,
    to: row.to_date,
    currency: row.currency ?? undefined,
    state: row.state,
    customers: row.customers,
    done: issued + unchanged + empty + refused,
    ...{ issued, unchanged, empty, refused },
    ...shownStamp(row),
  };
}

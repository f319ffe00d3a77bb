// Runs: statements of many customers, issued by a job, one transaction each.

import { Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call, Context, Principal, Work } from '../../../platform/context.js';
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
import { groupByCode, requireOffice } from '../../party/index.js';
import { WEALTH } from '../limits.js';
import { selectCustomer } from '../valuation/queries.js';
import { currencyOf } from '../valuation/valuation.js';
import { issueFor, refuseOpenPeriod } from './issue.js';
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

/** The period of the statements, and exactly one choice of customers. */
interface RunRequest {
  readonly sd: BusinessDate;
  readonly ed: BusinessDate;
  readonly cu?: string | undefined;
  readonly customerIds?: readonly bigint[] | undefined;
  readonly customerGroupName?: string | undefined;
  readonly businessOfficeName?: string | undefined;
  readonly all?: boolean | undefined;
}

/** Starts a run. Of customers of other offices, the caller issues none. */
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

async function selectionOf(work: Work, request: RunRequest): Promise<RunSelection> {
  const { customerIds, customerGroupName, businessOfficeName, all } = request;
  const chosen = [customerIds, customerGroupName, businessOfficeName, all || undefined];
  if (chosen.filter((choice) => choice !== undefined).length !== 1) {
    const detail =
      'needs exactly one of customerIds, customerGroupName, businessOfficeName and all';
    throw refuseMember(commonProblems.INVALID_REQUEST, 'customerIds', detail);
  }
  const own = { customer_ids: null, group_id: null, office_ids: work.principal.offices ?? null };
  if (customerIds !== undefined) return { ...own, customer_ids: await known(work, customerIds) };
  if (customerGroupName !== undefined) {
    const group = await groupByCode(work.tx, customerGroupName);
    if (group !== undefined) return { ...own, group_id: group.id };
    const detail = 'is not a customer group';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'customerGroupName', detail);
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
  const detail = 'names a customer that does not exist';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'customerIds', detail);
}

const data = Type.Object({ runId: wireId() });
const ISSUE: JobKind<typeof data> = { name: 'wealth-statement.issue', data };

/** The job of a run. An interrupted one goes on with the next customer. */
export const issueJob: JobHandler = jobHandler({
  kind: ISSUE,
  timeoutMs: WEALTH.statementJobTimeoutMs,
  run: async (context, { data: { runId }, signal }) => {
    while (await issueNext(context, runId)) signal.throwIfAborted();
  },
});

/**
 * Issues the statement of a run's next customer and counts it, in one transaction. Returns false
 * after the last one.
 */
export function issueNext(context: Context, runId: bigint): Promise<boolean> {
  return systemWork(context, `wealth statement run ${runId}`, async (work) => {
    const run = await lockRun(work.tx, runId);
    if (run === undefined || run.state === 'DONE') return false;
    const customerId = await nextCustomer(work.tx, run);
    if (customerId === undefined) {
      await finishRun(work.tx, runId, work.now);
      return false;
    }
    const outcome = await issueInRun(work, run, customerId);
    await updateRun(work.tx, run, { customerId, outcome, at: work.now });
    return true;
  });
}

// A refusal comes before anything is written, so the run goes on.
async function issueInRun(work: Work, run: RunRow, customerId: bigint): Promise<RunOutcome> {
  const customer = present(await selectCustomer(work.tx, customerId), 'the customer exists');
  const { id, created_by: by, from_date: from, to_date: to } = run;
  const currency = run.currency ?? customer.office_currency;
  try {
    const issued = await issueFor(work, { customer, from, to, currency, run: { id, by } });
    if (issued === undefined) return 'EMPTY';
    return issued.isNew ? 'ISSUED' : 'UNCHANGED';
  } catch (error) {
    if (!(error instanceof Problem) || error.kind.status !== 422) throw error;
    await insertRefusal(work.tx, { runId: id, customerId, code: error.kind.code });
    return 'REFUSED';
  }
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

// Issues tax packs for many customers. A job issues each pack in its own transaction.

import { Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import { yearOf } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Context, Principal, Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, Problem, refusal } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobHandler, type JobKind, jobHandler } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { WEALTH } from '../limits.js';
import { type RunChoice, selectionOf } from '../statement/run.js';
import { countCustomers, nextCustomer, type RunOutcome } from '../statement/run-queries.js';
import type { PayerRow } from '../tax/queries.js';
import { yearFor } from '../tax/report.js';
import { type OwnerRow, selectCustomer } from '../valuation/queries.js';
import { contentOf } from './collect.js';
import type { PackContent, PackFigures } from './content.js';
import { issueContent, refuseOpenYear } from './issue.js';
import {
  countRuns,
  finishRun,
  insertRefusal,
  insertRun,
  lockRun,
  type RunRow,
  selectRefusals,
  selectRun,
  selectRuns,
  updateRun,
} from './run-queries.js';

/** The tax year of the packs, whether only final packs are issued, and the customers. */
interface RunRequest extends RunChoice {
  readonly y?: number | undefined;
  readonly final?: boolean | undefined;
}

/** Starts a run. Customers in offices that the caller cannot see are not included. */
export async function startRun(work: Work, request: RunRequest): Promise<Outcome> {
  const { tx, now: at } = work;
  const today = await currentBusinessDate(tx);
  // Customers whose tax year starts in another month are refused individually if their year is
  // still open.
  const { year } = yearFor({ start_month: 1 }, { y: request.y ?? yearOf(today) }, today);
  const selection = await selectionOf(work, request);
  const id = await work.context.ids.next(tx, 'tax_pack_run_id');
  await insertRun(tx, {
    ...{ id, ...selection, year, final: request.final === true, at },
    customers: await countCustomers(tx, selection),
    by: work.principal.name,
  });
  await enqueue(work, ISSUE, { data: { runId: id }, key: `run ${id}` });
  const row = present(await selectRun(tx, id), 'the run was stored');
  return {
    msgCode: 'TAX_PACK_RUN_STARTED',
    id,
    version: row.version,
    accepted: true,
    result: runRecord(row),
  };
}

const data = Type.Object({ runId: wireId() });
const ISSUE: JobKind<typeof data> = { name: 'tax-pack.issue', data };

/** The job that performs a run. If interrupted, it continues with the next customer. */
export const packJob: JobHandler = jobHandler({
  kind: ISSUE,
  timeoutMs: WEALTH.statementJobTimeoutMs,
  run: async (context, { data: { runId }, signal }) => {
    while (await issueNext(context, runId)) signal.throwIfAborted();
  },
});

/**
 * Issues the pack for a run's next customer and counts the customer, in one transaction. The
 * figures are read before the lock is taken, so that the run is locked only for a short time. Does
 * nothing if another process has processed the customer in the meantime. Returns false after the
 * last customer.
 */
export async function issueNext(context: Context, runId: bigint): Promise<boolean> {
  const next = await onSnapshot(context.db, (tx) =>
    nextOf({ tx, context }, runId, context.clock.now()),
  );
  if (next === undefined) return false;
  return systemWork(context, `tax pack run ${runId}`, async (work) => {
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

/** The next customer of a run (absent after the last one), and the pack or its refusal. */
interface NextOfRun {
  readonly run: RunRow;
  readonly customer?: OwnerRow | undefined;
  readonly content?: PackContent | undefined;
  readonly refused?: string | undefined;
}

// Returns undefined if the run has ended. If the figures are refused, the run continues.
async function nextOf(
  { tx, context }: { readonly tx: Tx; readonly context: Context },
  runId: bigint,
  at: Instant,
): Promise<NextOfRun | undefined> {
  const run = await selectRun(tx, runId);
  if (run === undefined || run.state === 'DONE') return undefined;
  const customerId = await nextCustomer(tx, run);
  if (customerId === undefined) return { run };
  const customer = present(await selectCustomer(tx, customerId), 'the customer exists');
  const today = await currentBusinessDate(tx);
  const year = (payer: PayerRow) => yearFor(payer, { y: run.tax_year }, today);
  try {
    const request = { customer, yearOf: year, today, at };
    const content = await contentOf({ tx, context }, request);
    if (run.final) refuseOpenYear(content, today);
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
    const code = present(refused, 'without a pack there is a refusal');
    await insertRefusal(work.tx, { runId: id, customerId, code });
    return 'REFUSED';
  }
  if (isEmpty(content.figures)) return 'EMPTY';
  const { isNew } = await issueContent(work, { customer, content, run: { id, by } });
  return isNew ? 'ISSUED' : 'UNCHANGED';
}

// Returns whether the customer has no assets and never had any.
function isEmpty({ tables }: PackFigures): boolean {
  const own = [tables.disposals, tables.income, tables.deductions, tables.charges];
  return [...own, tables.positions].every(({ length }) => length === 0);
}

/** Lists runs, newest first. */
export async function listRuns(call: Call, page: PageRequest): Promise<Page<object>> {
  const { offices } = call.principal;
  const { rows, nextAfter } = pageFrom(await selectRuns(call.db, offices, page), page);
  return { count: await countRuns(call.db, offices), result: rows.map(runRecord), nextAfter };
}

/** Returns a run with the customers for whom no pack was issued. */
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
    year: row.tax_year,
    final: row.final,
    state: row.state,
    customers: row.customers,
    done: issued + unchanged + empty + refused,
    ...{ issued, unchanged, empty, refused },
    ...shownStamp(row),
  };
}

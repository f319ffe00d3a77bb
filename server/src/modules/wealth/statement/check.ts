// Finds issued statements whose figures have changed materially because of later records.

import { Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import { addDays } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Context, seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { type JobHandler, jobHandler } from '../../../platform/jobs/job.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { systemWork } from '../../../platform/system-work.js';
import { WEALTH } from '../limits.js';
import { selectCustomer } from '../valuation/queries.js';
import { contentOf } from './collect.js';
import { statementEvent } from './event.js';
import { figuresOf } from './issue.js';
import { statementRecord } from './record.js';
import {
  type CheckedFigures,
  lockStatement,
  type StatementRow,
  selectStatement,
  selectToCheck,
  updateOutdated,
} from './store-queries.js';

/** Checks a statement. It becomes OUTDATED if its figures have changed materially. */
export async function checkStatement(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockStatement(work.tx, id);
  if (row === undefined || !seesOffice(work.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const isOutdated = await check(work, row);
  const now = present(await selectStatement(work.tx, id), 'the statement was locked');
  return {
    msgCode: isOutdated ? 'WEALTH_STATEMENT_OUTDATED' : 'WEALTH_STATEMENT_CHECKED',
    id,
    name: now.name,
    version: now.version,
    result: statementRecord(now),
  };
}

// Checks the statement only if it is ISSUED. Returns whether it has become OUTDATED.
async function check(work: Work, row: StatementRow): Promise<boolean> {
  if (row.state !== 'ISSUED') return false;
  const customer = present(await selectCustomer(work.tx, row.customer_id), 'the customer exists');
  const { from_date: from, to_date: to, currency } = row;
  const today = await currentBusinessDate(work.tx);
  const at = work.now;
  const content = await contentOf(work.tx, { customer, from, to, currency, today, at });
  const now = figuresOf(content.figures.summary, currency);
  if (!isMaterial(row, now)) return false;
  await updateOutdated(work.tx, row.id, { ...now, by: work.principal.name, at });
  work.events.push(statementEvent('outdated', row));
  return true;
}

/**
 * Returns whether two sets of figures differ materially: the closing value by a set percentage, or
 * the return by a set number of percentage points. They also differ materially if only one return
 * is known, or if a value was zero and no longer is.
 */
export function isMaterial(
  then: Pick<StatementRow, 'closing_minor' | 'return_percent'>,
  now: CheckedFigures,
): boolean {
  const before = new Decimal(String(then.closing_minor));
  const moved = new Decimal(String(now.closingMinor)).minus(before).abs();
  const limit = before.abs().times(WEALTH.materialPercent).dividedBy(100);
  if (!moved.isZero() && moved.greaterThanOrEqualTo(limit)) return true;
  const { return_percent: percent } = then;
  if (percent === null || now.returnPercent === undefined) {
    return percent !== null || now.returnPercent !== undefined;
  }
  return now.returnPercent.minus(percent).abs().greaterThanOrEqualTo(WEALTH.materialReturn);
}

/** The job that checks the statements of recent months each night, each in its own transaction. */
export const checkJob: JobHandler = jobHandler({
  kind: { name: 'wealth-statement.check', data: Type.Object({}) },
  dailyAtUtc: '02:10',
  timeoutMs: WEALTH.statementJobTimeoutMs,
  run: (context, { signal }) => checkAll(context, signal),
});

/** Checks all issued statements that ended recently, in id order. */
export async function checkAll(context: Context, signal?: AbortSignal): Promise<void> {
  const today = await currentBusinessDate(context.db);
  const since = addDays(today, -WEALTH.statementCheckDays);
  let after = 0n;
  for (;;) {
    const batch = { since, after, most: WEALTH.statementsPerBatch };
    const rows = await selectToCheck(context.db, batch);
    for (const { id } of rows) {
      signal?.throwIfAborted();
      await systemWork(context, `check of wealth statement ${id}`, async (work) => {
        const row = await lockStatement(work.tx, id);
        if (row !== undefined) await check(work, row);
      });
      after = id;
    }
    if (rows.length < WEALTH.statementsPerBatch) return;
  }
}

// Finds tax packs whose figures have changed because of later records.

import { Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import { addDays } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Context, seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, Problem, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { type JobHandler, jobHandler } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import { TAX, WEALTH } from '../limits.js';
import { yearFor } from '../tax/report.js';
import { selectCustomer } from '../valuation/queries.js';
import { changesBetween } from './change.js';
import { contentOf } from './collect.js';
import type { PackFigures } from './content.js';
import { readDocument } from './document.js';
import { packEvent } from './event.js';
import { packRecord } from './record.js';
import {
  lockPack,
  type PackRow,
  selectDocument,
  selectPack,
  selectToCheck,
  updateOutdated,
} from './store-queries.js';

/** Checks a pack. It becomes outdated if a row of its tables has changed. */
export async function checkPack(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockPack(work.tx, id);
  if (row === undefined || !seesOffice(work.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  const isOutdated = await check(work, row);
  const now = present(await selectPack(work.tx, id), 'the pack was locked');
  return {
    msgCode: isOutdated ? 'TAX_PACK_OUTDATED' : 'TAX_PACK_CHECKED',
    ...{ id, name: now.name, version: now.version, result: packRecord(now) },
  };
}

// Drafts are not checked, because they change until their year ends. Returns whether the pack has
// become outdated.
async function check(work: Work, row: PackRow): Promise<boolean> {
  const { tx, context, now: at } = work;
  if (row.state === 'DRAFT' || row.replaced_at !== null || row.outdated_at !== null) return false;
  const sealed = await selectDocument(tx, row.id);
  if (sealed === undefined) return false;
  const customer = present(await selectCustomer(tx, row.customer_id), 'the customer exists');
  const today = await currentBusinessDate(tx);
  const { figures } = await contentOf(
    { tx, context },
    { customer, yearOf: (payer) => yearFor(payer, { y: row.tax_year }, today), today, at },
  );
  const changes = countChanges(readDocument(sealed.document).figures, figures);
  if (changes === 0) return false;
  await updateOutdated(tx, row.id, { changes, by: work.principal.name, at });
  work.events.push(packEvent('outdated', row));
  return true;
}

/**
 * Counts the rows and cells that differ. A different state alone is not a change, so a provisional
 * pack does not become outdated when its year becomes final.
 */
function countChanges(before: PackFigures, after: PackFigures): number {
  const { changeCount } = changesBetween(withoutState(before), withoutState(after));
  const isMoved = before.from !== after.from || before.until !== after.until;
  return changeCount + (isMoved ? 1 : 0);
}

function withoutState(figures: PackFigures): PackFigures {
  const summary = figures.tables.summary.filter(({ item }) => item !== 'State');
  return { ...figures, tables: { ...figures.tables, summary } };
}

/** The job that checks the packs of recent years each night, each in its own transaction. */
export const packCheckJob: JobHandler = jobHandler({
  kind: { name: 'tax-pack.check', data: Type.Object({}) },
  dailyAtUtc: '02:40',
  timeoutMs: WEALTH.statementJobTimeoutMs,
  run: (context, { signal }) => checkAllPacks(context, signal),
});

/** Checks all packs in force for years that ended recently, in id order. */
async function checkAllPacks(context: Context, signal?: AbortSignal): Promise<void> {
  const since = addDays(await currentBusinessDate(context.db), -TAX.packCheckDays);
  let after = 0n;
  for (;;) {
    const batch = { since, after, most: WEALTH.statementsPerBatch };
    const rows = await selectToCheck(context.db, batch);
    for (const { id } of rows) {
      signal?.throwIfAborted();
      await checkOne(context, id);
      after = id;
    }
    if (rows.length < WEALTH.statementsPerBatch) return;
  }
}

// If a pack can no longer be computed, for example because it has too many movements, the other
// packs are still checked.
async function checkOne(context: Context, id: bigint): Promise<void> {
  try {
    await systemWork(context, `check of tax pack ${id}`, async (work) => {
      const row = await lockPack(work.tx, id);
      if (row !== undefined) await check(work, row);
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    context.log.warn({ id, error: error.message }, 'a tax pack could not be checked');
  }
}

// Placing a deposit or a bill; a dry run shows the whole of its life before anything is sent.

import { Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { selectInstrument } from '../deposit/queries.js';
import type { TermRequest } from '../deposit/request.js';
import { projectedTermSchedule } from '../deposit/schedule.js';
import { ScheduleLine } from '../deposit/schema.js';
import { submitTermInstrument } from '../deposit/term-instrument.js';
import { submitDiscounted } from '../paper/discounted-instrument.js';
import type { DiscountedDesk } from '../paper/draft.js';
import { selectDiscounted } from '../paper/queries.js';
import { projectedDiscountedSchedule } from '../paper/schedule.js';
import { DiscountedScheduleLine } from '../paper/schema.js';
import type { AssetPorts } from '../port.js';

const described = { description: 'Of a dry run: accruals and cash flows to come, by period' };

/** What stands beside the record of a dry run. */
export const termScheduleShown = { schedule: Type.Optional(Type.Array(ScheduleLine, described)) };
export const discountedScheduleShown = {
  schedule: Type.Optional(Type.Array(DiscountedScheduleLine, described)),
};

/** Submits a term instrument; a dry run adds its schedule. */
export async function placeTermInstrument(
  work: Work,
  request: TermRequest,
  ports: AssetPorts,
): Promise<Outcome> {
  const outcome = await submitTermInstrument(work, request, ports);
  if (!work.tx.dryRun) return outcome;
  const row = await selectInstrument(work.tx, present(outcome.id, 'what was submitted has an id'));
  const made = present(row, 'the instrument was written');
  return withSchedule(outcome, await projectedTermSchedule(work.tx, made));
}

/** Submits a discounted instrument or a treasury bill; a dry run adds its schedule. */
export async function placeDiscounted(
  work: Work,
  request: TermRequest,
  desk: DiscountedDesk,
): Promise<Outcome> {
  const outcome = await submitDiscounted(work, request, desk);
  if (!work.tx.dryRun) return outcome;
  const id = present(outcome.id, 'what was submitted has an id');
  const row = await selectDiscounted(work.tx, { kind: desk.kind, id });
  const made = present(row, 'the instrument was written');
  return withSchedule(outcome, await projectedDiscountedSchedule(work.tx, made));
}

function withSchedule(outcome: Outcome, schedule: readonly object[]): Outcome {
  return { ...outcome, extra: { ...outcome.extra, schedule } };
}

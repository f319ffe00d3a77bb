// Places a deposit or a loan. A dry run shows the whole schedule before the instrument is
// submitted.

import { type TSchema, Type } from '@sinclair/typebox';
import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import type { AssetPorts } from '../port.js';
import { selectInstrument } from './queries.js';
import type { TermRequest } from './request.js';
import { projectedTermSchedule } from './schedule.js';
import { ScheduleLine } from './schema.js';
import { submitTermInstrument } from './term-instrument.js';

/** Returns the schema of the schedule, an extra member of dry-run replies. */
export function scheduleShown<Line extends TSchema>(line: Line) {
  const described = { description: 'For a dry run: future accruals and cash flows, by period' };
  return { schedule: Type.Optional(Type.Array(line, described)) };
}

export const termScheduleShown = scheduleShown(ScheduleLine);

/** Submits a term instrument; a dry run adds its schedule. */
export async function placeTermInstrument(
  work: Work,
  request: TermRequest,
  ports: AssetPorts,
): Promise<Outcome> {
  const outcome = await submitTermInstrument(work, request, ports);
  if (!work.tx.dryRun) return outcome;
  const row = await selectInstrument(
    work.tx,
    present(outcome.id, 'the submitted instrument has an id'),
  );
  const made = present(row, 'the instrument was written');
  return withSchedule(outcome, await projectedTermSchedule(work.tx, made));
}

/** Returns the outcome of a dry run with the schedule and the record. */
export function withSchedule(outcome: Outcome, schedule: readonly object[]): Outcome {
  return { ...outcome, extra: { ...outcome.extra, schedule } };
}

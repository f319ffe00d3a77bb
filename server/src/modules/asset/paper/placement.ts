// Places commercial paper or a treasury bill. A dry run shows the whole schedule before the
// instrument is submitted.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { scheduleShown, withSchedule } from '../deposit/placement.js';
import type { TermRequest } from '../deposit/request.js';
import { submitDiscounted } from './discounted-instrument.js';
import type { DiscountedContext } from './draft.js';
import { selectDiscounted } from './queries.js';
import { projectedDiscountedSchedule } from './schedule.js';
import { DiscountedScheduleLine } from './schema.js';

export const discountedScheduleShown = scheduleShown(DiscountedScheduleLine);

/** Submits a discounted instrument or treasury bill; a dry run adds its schedule. */
export async function placeDiscounted(
  work: Work,
  request: TermRequest,
  desk: DiscountedContext,
): Promise<Outcome> {
  const outcome = await submitDiscounted(work, request, desk);
  if (!work.tx.dryRun) return outcome;
  const id = present(outcome.id, 'the submitted instrument has an id');
  const row = await selectDiscounted(work.tx, { kind: desk.kind, id });
  const made = present(row, 'the instrument was written');
  return withSchedule(outcome, await projectedDiscountedSchedule(work.tx, made));
}

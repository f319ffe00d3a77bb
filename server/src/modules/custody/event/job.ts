// Jobs for one event, enqueued by an operation or by the approval of terms.

import { Type } from '@sinclair/typebox';
import type { Work } from '../../../platform/context.js';
import { wireId } from '../../../platform/http/shape/wire.js';
import { enqueue, type JobKind } from '../../../platform/jobs/job.js';
import type { CorporateActionRow } from '../record/queries.js';

const data = Type.Object({ eventId: wireId() });

/** Computes an event's entitlements under the terms in force, as the entitle-holders step does. */
export const ENTITLE_EVENT: JobKind<typeof data> = { name: 'corporate-action.entitle', data };

/** Pays an event's entitlements, as the pay-entitlements step does. */
export const PAY_EVENT: JobKind<typeof data> = { name: 'corporate-action.pay', data };

/** Ends the elections of a cancelled event, as the lapse-elections step does. */
export const END_ELECTIONS: JobKind<typeof data> = {
  name: 'corporate-action.end-elections',
  data,
};

/** The jobs for an event. While one is pending or running, the event accepts no new version. */
export const EVENT_JOBS: readonly string[] = [ENTITLE_EVENT.name, PAY_EVENT.name];

/** Enqueues a job for an event, which must be locked. Returns its id; undefined in a dry run. */
export function enqueueEventJob(
  work: Work,
  kind: typeof ENTITLE_EVENT,
  event: Pick<CorporateActionRow, 'id'>,
): Promise<bigint | undefined> {
  return enqueue(work, kind, { data: { eventId: event.id } });
}

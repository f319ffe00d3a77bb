// Turns events into notifications. A cursor moves through the gap-free sequence of events.
// Notifications are stored in the transaction that moves the cursor, so a crash neither loses nor
// repeats any.

import { startLoop } from '../../../platform/concurrency/loop.js';
import type { Context, Work } from '../../../platform/context.js';
import { listEvents, type PositionedEvent } from '../../../platform/events/queries.js';
import { EVENT_POSITIONED } from '../../../platform/events/sequence.js';
import { enqueueAll } from '../../../platform/jobs/job.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Worker } from '../../../platform/worker.js';
import { NOTIFICATION } from '../limits.js';
import { sendNotification } from './delivery.js';
import { NOTIFIABLE_EVENTS } from './notifiable-event.js';
import { insertNotifications, lockCursor, moveCursor, type NewNotification } from './queries.js';
import { activeRules, type RuleRow } from './rule-queries.js';
import type { Condition } from './schema.js';

/**
 * Reads new events in the background on every node. The cursor is locked, so only one node reads at
 * a time.
 */
export const notificationIntake: Worker = {
  name: 'notification-intake',
  role: 'jobs',
  start: async (context) =>
    startLoop(context, {
      name: 'notification-intake',
      everyMs: NOTIFICATION.pollIntervalMs,
      wakeOn: EVENT_POSITIONED,
      round: async () => {
        for (let batch = 0; batch < NOTIFICATION.batchesPerRoundMax; batch += 1) {
          if (!(await takeEvents(context))) return;
        }
      },
    }),
};

/**
 * Handles one batch of events. Returns false if there are no more events, or if another node has
 * locked the cursor.
 */
export function takeEvents(context: Context): Promise<boolean> {
  return systemWork(context, 'notification-intake', async (work) => {
    const since = await lockCursor(work.tx);
    if (since === undefined) return false;
    const rules = await activeRules(work.tx);
    const { events, next } = await listEvents(work.tx, {
      since,
      until: undefined,
      types: [...new Set(rules.map((rule) => rule.event_type))],
      offices: undefined,
      hidden: [],
      limit: NOTIFICATION.eventsPerBatchMax,
    });
    if (next === since) return false;
    await writeNotifications(
      work,
      events.flatMap((event) => rules.flatMap((rule) => fitting(rule, event))),
    );
    await moveCursor(work.tx, next);
    return true;
  });
}

async function writeNotifications(work: Work, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = await insertNotifications(work.tx, rows);
  await enqueueAll(
    work,
    sendNotification,
    ids.map((id) => ({ data: { notificationId: id }, key: `notification ${id}` })),
  );
}

/**
 * Returns a list with the notification that a rule creates for an event. The list is empty if the
 * event does not match.
 */
function fitting(rule: RuleRow, event: PositionedEvent): NewNotification[] {
  const about = NOTIFIABLE_EVENTS.get(event.type);
  if (about === undefined || rule.event_type !== event.type) return [];
  if (rule.office_id !== null && rule.office_id !== event.officeId) return [];
  if (event.time < rule.enabled_from) return [];
  if (!rule.conditions.every((condition) => holds(condition, event))) return [];
  const { idMember } = about;
  const id = idMember === undefined ? event.subjectId : event.data[idMember];
  if (id === undefined || id === null) return [];
  return [
    {
      rule_id: rule.id,
      position: event.position,
      event_type: event.type,
      office_id: event.officeId,
      related_to: about.kind,
      related_to_id: BigInt(String(id)),
    },
  ];
}

function holds({ member, values }: Condition, event: PositionedEvent): boolean {
  const value = event.data[member];
  return value !== undefined && value !== null && values.includes(String(value));
}

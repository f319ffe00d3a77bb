// The state of an event: its status, which is part of its terms, and its progress.

import type { Tx } from '../../../platform/database/database.js';
import { type Problem, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { isJobUnderWay } from '../../../platform/jobs/job.js';
import { custodyProblems } from '../problems.js';
import type { CorporateActionRow, EventStatus } from '../record/queries.js';
import { EVENT_JOBS } from './job.js';
import { areRightsUsed, isRegistrarPaid } from './take-up-queries.js';

/** Reasons why the progress of an event does not allow an operation. */
type StateReason =
  | 'BEFORE_EX_DATE'
  | 'CANCELLED'
  | 'CLOSED'
  | 'FUNDED'
  | 'DELIVERY_PROPOSED'
  | 'JOB_RUNNING'
  | 'NOT_CONFIRMED'
  | 'NOT_DUE'
  | 'NOT_FUNDED'
  | 'NOTHING_DUE'
  | 'NOTHING_PENDING'
  | 'REGISTRAR_PAID'
  | 'RIGHTS_USED'
  | 'SECURITY_RENAMED';

const DETAILS: Readonly<Record<StateReason, string>> = {
  BEFORE_EX_DATE: 'The ex-date has not been reached.',
  CANCELLED: 'The event is cancelled.',
  CLOSED: 'The event is closed. Use a market claim or a correction of the holding.',
  FUNDED: 'The registrar has paid the amount due, so there is nothing to advance.',
  DELIVERY_PROPOSED: 'A delivery of the event is waiting for its approval or its date.',
  JOB_RUNNING: 'A job of the event is pending or running. Try again when it has ended.',
  NOT_CONFIRMED: 'Only a CONFIRMED event can be paid.',
  NOT_DUE: 'The payment date has not been reached.',
  NOT_FUNDED: 'The registrar has not paid the amount due.',
  NOTHING_DUE: 'No amount is due.',
  NOTHING_PENDING: 'No units of the event are waiting for delivery.',
  REGISTRAR_PAID:
    'Money that customers paid for their rights was passed on to the registrar. Enter its ' +
    'return as a RECEIPT, then cancel the event.',
  RIGHTS_USED:
    'Rights of the event were taken up or have lapsed. First cancel the call on the rights, ' +
    'which restores them.',
  SECURITY_RENAMED:
    'The security already has its new code. Propose another change that restores the former code.',
};

/** Creates the refusal EVENT_WRONG_STATE. Its arguments are the progress and the reason. */
export function wrongState(
  { progress }: Pick<CorporateActionRow, 'progress'>,
  reason: StateReason,
): Problem {
  return refusal(custodyProblems.EVENT_WRONG_STATE, {
    detail: DETAILS[reason],
    args: [progress, reason],
  });
}

/**
 * Refuses if the event cannot have another version. The event must be locked, because jobs are
 * enqueued under this lock.
 */
export async function refuseWrongState(tx: Tx, event: CorporateActionRow): Promise<void> {
  if (event.progress === 'CLOSED') throw wrongState(event, 'CLOSED');
  if (event.status === 'CANCELLED') throw wrongState(event, 'CANCELLED');
  const isUnderWay = await isJobUnderWay(tx, EVENT_JOBS, { eventId: event.id });
  if (isUnderWay) throw wrongState(event, 'JOB_RUNNING');
}

/**
 * Refuses to cancel an event that cannot be undone: a call on rights whose money was paid to the
 * registrar, a distribution whose rights are used, or a change of code that has taken effect. The
 * event must be locked.
 */
export async function refuseIrreversible(tx: Tx, event: CorporateActionRow): Promise<void> {
  if (event.kind === 'EXRI' && (await isRegistrarPaid(tx, event.id))) {
    throw wrongState(event, 'REGISTRAR_PAID');
  }
  if (event.kind === 'RHDI' && (await areRightsUsed(tx, event.id))) {
    throw wrongState(event, 'RIGHTS_USED');
  }
  if (event.kind === 'CHAN' && event.security_changed_at !== null) {
    throw wrongState(event, 'SECURITY_RENAMED');
  }
}

const NEXT: Readonly<Record<EventStatus, readonly EventStatus[]>> = {
  ANNOUNCED: ['ANNOUNCED', 'CONFIRMED', 'CANCELLED'],
  CONFIRMED: ['CONFIRMED', 'DEFAULTED', 'CANCELLED'],
  DEFAULTED: ['DEFAULTED', 'CONFIRMED', 'CANCELLED'],
  CANCELLED: [],
};

/**
 * Refuses a status that cannot follow the event's current status, or cannot be the first status of
 * a new event.
 */
export function refuseWrongStatus(
  status: EventStatus,
  event: Pick<CorporateActionRow, 'status'> | undefined,
): void {
  const allowed: readonly EventStatus[] =
    event === undefined ? ['ANNOUNCED', 'CONFIRMED'] : NEXT[event.status];
  if (allowed.includes(status)) return;
  const now = event === undefined ? 'of a new event' : `after ${event.status}`;
  const detail = `${now} must be ${allowed.join(' or ')}`;
  throw refuseMember(custodyProblems.EVENT_REFUSED, 'status', detail);
}

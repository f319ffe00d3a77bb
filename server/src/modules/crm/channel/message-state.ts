// The states of a message: each has a rank, and a status only moves to a higher one.

export const MESSAGE_STATUSES = [
  'DRAFT',
  'QUEUED',
  'IN_PROGRESS',
  'SENT',
  'FAILED',
  'DELIVERED',
  'READ',
  'COMPLETED',
  'SUPPRESSED',
] as const;

export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const DIRECTIONS = ['INBOUND', 'OUTBOUND'] as const;

export type Direction = (typeof DIRECTIONS)[number];

// Providers promise no order: a late "sent" must not undo "delivered", while a "delivered" that
// comes after "failed" is true news. That is why FAILED stands between the two.
const RANK: Readonly<Record<MessageStatus, number>> = {
  DRAFT: 0,
  QUEUED: 1,
  IN_PROGRESS: 2,
  SENT: 3,
  FAILED: 4,
  DELIVERED: 5,
  READ: 6,
  COMPLETED: 7,
  SUPPRESSED: 8,
};

const INBOUND: readonly MessageStatus[] = ['IN_PROGRESS', 'READ', 'COMPLETED'];
const NEVER_LEFT: readonly MessageStatus[] = ['COMPLETED', 'SUPPRESSED'];
const NOT_HANDED_OVER: readonly MessageStatus[] = ['DRAFT', 'QUEUED'];
const ENDED: readonly MessageStatus[] = ['FAILED', 'READ', 'COMPLETED', 'SUPPRESSED'];

/** True when a message may go from one status to the other; the same status again is no move. */
export function mayMoveMessage(from: MessageStatus, to: MessageStatus): boolean {
  if (from === to) return true;
  if (NEVER_LEFT.includes(from)) return false;
  // What was handed to the provider can no longer be held back.
  if (to === 'SUPPRESSED') return NOT_HANDED_OVER.includes(from);
  return RANK[to] > RANK[from];
}

/** An inbound message is open, read or done; an outbound one may have any status. */
export function statusFits(direction: Direction, status: MessageStatus): boolean {
  return direction === 'OUTBOUND' || INBOUND.includes(status);
}

/** The status of a message that is made without one. */
export function firstStatus(direction: Direction): MessageStatus {
  return direction === 'INBOUND' ? 'IN_PROGRESS' : 'DRAFT';
}

/** True when the message has begun its way. */
export function hasStarted(status: MessageStatus): boolean {
  return status !== 'DRAFT';
}

/** True when nothing more is expected of the message. */
export function hasEnded(status: MessageStatus): boolean {
  return ENDED.includes(status);
}

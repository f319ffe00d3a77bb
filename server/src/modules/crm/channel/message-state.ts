// The states of a message. Each has a rank, and a message only moves to a state of higher rank.

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

// Providers guarantee no order. A late "sent" must not undo "delivered", but a "delivered" after a
// "failed" is correct, so FAILED ranks between the two.
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

/**
 * Returns whether a message may move from one status to another. Keeping the current status is
 * always allowed.
 */
export function mayMoveMessage(from: MessageStatus, to: MessageStatus): boolean {
  if (from === to) return true;
  if (NEVER_LEFT.includes(from)) return false;
  // A message that has been handed to the provider can no longer be suppressed.
  if (to === 'SUPPRESSED') return NOT_HANDED_OVER.includes(from);
  return RANK[to] > RANK[from];
}

/**
 * Returns whether the status fits the direction: an inbound message is IN_PROGRESS, READ or
 * COMPLETED, and an outbound one may have any status.
 */
export function statusFits(direction: Direction, status: MessageStatus): boolean {
  return direction === 'OUTBOUND' || INBOUND.includes(status);
}

/** Returns the status of a new message whose request does not name one. */
export function firstStatus(direction: Direction): MessageStatus {
  return direction === 'INBOUND' ? 'IN_PROGRESS' : 'DRAFT';
}

/** Returns whether the message has left the DRAFT state. */
export function hasStarted(status: MessageStatus): boolean {
  return status !== 'DRAFT';
}

/** Returns whether the status is final. */
export function hasEnded(status: MessageStatus): boolean {
  return ENDED.includes(status);
}

// The states of a message. Each state has a rank, and a message only moves to a higher rank.

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

// Providers do not guarantee any order. A late "sent" must not undo "delivered", but "delivered"
// after "failed" is correct, so FAILED ranks between the two.
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
 * Returns whether a message can move from one status to another. The current status is always
 * allowed.
 */
export function mayMoveMessage(from: MessageStatus, to: MessageStatus): boolean {
  if (from === to) return true;
  if (NEVER_LEFT.includes(from)) return false;
  // A message that has been handed to the provider can no longer be suppressed.
  if (to === 'SUPPRESSED') return NOT_HANDED_OVER.includes(from);
  return RANK[to] > RANK[from];
}

/**
 * Returns whether the status is valid for the direction. An inbound message is IN_PROGRESS, READ or
 * COMPLETED; an outbound one can have any status.
 */
export function statusFits(direction: Direction, status: MessageStatus): boolean {
  return direction === 'OUTBOUND' || INBOUND.includes(status);
}

/** Returns the default status of a new message. */
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

// The states of an activity and the moves between them, as one pure table.

export const ACTIVITY_STATUSES = ['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;

export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];

/** From each state, the states that an activity may move to. COMPLETED and CANCELLED are final. */
const ACTIVITY_MOVES: Readonly<Record<ActivityStatus, readonly ActivityStatus[]>> = {
  PLANNED: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED'],
  IN_PROGRESS: ['COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
};

/** True when an activity may go from one state to the other. */
export function mayMoveActivity(from: ActivityStatus, to: ActivityStatus): boolean {
  return ACTIVITY_MOVES[from].includes(to);
}

/** True while something is still to be done. */
export function isOpen(status: ActivityStatus): boolean {
  return ACTIVITY_MOVES[status].length > 0;
}

export const ACTIVITY_KINDS = [
  'CALL',
  'MEETING',
  'TASK',
  'NOTE',
  'EMAIL',
  'LETTER',
  'VISIT',
] as const;

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** A note is done by being written; all else is planned first, unless its maker says otherwise. */
export function firstActivityStatus(kind: ActivityKind): ActivityStatus {
  return kind === 'NOTE' ? 'COMPLETED' : 'PLANNED';
}

/** True for what would call somebody: planned or begun, and by us. */
export function isCallToMake(activity: {
  readonly kind: ActivityKind;
  readonly status: ActivityStatus;
  readonly direction: string | null;
}): boolean {
  return activity.kind === 'CALL' && isOpen(activity.status) && activity.direction !== 'INBOUND';
}

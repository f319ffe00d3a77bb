// The states of an activity and the allowed transitions.

export const ACTIVITY_STATUSES = ['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;

export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];

/** The states that an activity may move to from each state. COMPLETED and CANCELLED are final. */
const ACTIVITY_MOVES: Readonly<Record<ActivityStatus, readonly ActivityStatus[]>> = {
  PLANNED: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED'],
  IN_PROGRESS: ['COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
};

/** Returns whether an activity may move from one state to another. */
export function mayMoveActivity(from: ActivityStatus, to: ActivityStatus): boolean {
  return ACTIVITY_MOVES[from].includes(to);
}

/** Returns whether the activity is still open. */
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

/** Returns the default status. A note is completed immediately; every other kind is planned. */
export function firstActivityStatus(kind: ActivityKind): ActivityStatus {
  return kind === 'NOTE' ? 'COMPLETED' : 'PLANNED';
}

/** Returns whether the activity is an open call that staff still have to make. */
export function isCallToMake(activity: {
  readonly kind: ActivityKind;
  readonly status: ActivityStatus;
  readonly direction: string | null;
}): boolean {
  return activity.kind === 'CALL' && isOpen(activity.status) && activity.direction !== 'INBOUND';
}

// The states of an activity and the allowed changes.

export const ACTIVITY_STATUSES = ['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;

export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];

/** From each state, the states that an activity may move to. COMPLETED and CANCELLED are final. */
const ACTIVITY_MOVES: Readonly<Record<ActivityStatus, readonly ActivityStatus[]>> = {
  PLANNED: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED'],
  IN_PROGRESS: ['COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
};

/** Whether an activity may change from one state to the other. */
export function mayMoveActivity(from: ActivityStatus, to: ActivityStatus): boolean {
  return ACTIVITY_MOVES[from].includes(to);
}

/** Whether the activity is still to be done. */
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

/** The default status: a note is completed at once, all other kinds are planned. */
export function firstActivityStatus(kind: ActivityKind): ActivityStatus {
  return kind === 'NOTE' ? 'COMPLETED' : 'PLANNED';
}

/** Whether the activity is an open call that we are going to make. */
export function isCallToMake(activity: {
  readonly kind: ActivityKind;
  readonly status: ActivityStatus;
  readonly direction: string | null;
}): boolean {
  return activity.kind === 'CALL' && isOpen(activity.status) && activity.direction !== 'INBOUND';
}

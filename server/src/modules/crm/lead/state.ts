// The states of a lead and the allowed transitions.

export const LEAD_STATUSES = [
  'NEW',
  'ASSIGNED',
  'CONTACTED',
  'QUALIFIED',
  'CONVERTED',
  'DEAD',
  'RECYCLED',
] as const;

export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** The states that a lead can move to from each state. CONVERTED and DEAD are final. */
const LEAD_MOVES: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  NEW: ['ASSIGNED', 'DEAD', 'RECYCLED'],
  ASSIGNED: ['CONTACTED', 'DEAD', 'RECYCLED'],
  CONTACTED: ['QUALIFIED', 'DEAD', 'RECYCLED'],
  QUALIFIED: ['CONVERTED', 'DEAD', 'RECYCLED'],
  RECYCLED: ['ASSIGNED'],
  CONVERTED: [],
  DEAD: [],
};

/** The states in which a lead can be captured. */
export const INITIAL_LEAD_STATUSES: readonly LeadStatus[] = ['NEW', 'ASSIGNED'];

/** Returns whether a lead is not yet CONVERTED or DEAD. */
export function isLeadOpen(status: LeadStatus): boolean {
  return LEAD_MOVES[status].length > 0;
}

/**
 * Returns whether a lead can move from one state to another. The current state is always allowed.
 */
export function mayMoveLead(from: LeadStatus, to: LeadStatus): boolean {
  return from === to || LEAD_MOVES[from].includes(to);
}

/**
 * Returns the state after an assignment. A lead that gets its first user becomes ASSIGNED unless
 * the request contains a state.
 */
export function statusWhenAssigned(present: LeadStatus, assigned: boolean): LeadStatus {
  return assigned && (present === 'NEW' || present === 'RECYCLED') ? 'ASSIGNED' : present;
}

/** The sort orders of lead lists. */
export const LEAD_SORTS = ['NEWEST', 'OLDEST', 'NAME', 'LAST_CHANGED'] as const;

export type LeadSort = (typeof LEAD_SORTS)[number];

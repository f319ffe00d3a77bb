// The states of a campaign and the allowed transitions.

export const CAMPAIGN_STATUSES = [
  'DRAFT',
  'SCHEDULED',
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'CANCELLED',
] as const;

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

const MOVES: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  DRAFT: ['SCHEDULED', 'RUNNING', 'CANCELLED'],
  SCHEDULED: ['RUNNING', 'PAUSED', 'CANCELLED'],
  RUNNING: ['PAUSED', 'COMPLETED', 'CANCELLED'],
  PAUSED: ['SCHEDULED', 'RUNNING', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
};

/** Returns whether a campaign may move from one state to another. */
export function mayMoveCampaign(from: CampaignStatus, to: CampaignStatus): boolean {
  return MOVES[from].includes(to);
}

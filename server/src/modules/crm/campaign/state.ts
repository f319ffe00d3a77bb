// The states of a campaign and the allowed changes.

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

/** Whether a campaign may change from one state to the other. */
export function mayMoveCampaign(from: CampaignStatus, to: CampaignStatus): boolean {
  return MOVES[from].includes(to);
}

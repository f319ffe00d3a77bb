// Campaign events.

import { Type } from '@sinclair/typebox';
import { absentOr, eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { CampaignRow } from './queries.js';

type CampaignVerb =
  | 'created'
  | 'updated'
  | 'scheduled'
  | 'started'
  | 'resumed'
  | 'paused'
  | 'cancelled'
  | 'completed';

/** Builds the event for a change to a campaign. */
export function campaignEvent(verb: CampaignVerb, row: CampaignRow): DomainEvent {
  return {
    type: `campaign.${verb}`,
    subjectId: row.id,
    officeId: row.office_id ?? undefined,
    data: { status: row.status, audienceCount: row.audience_count },
  };
}

const SUMMARIES: Readonly<Record<CampaignVerb, string>> = {
  created: 'A campaign was created',
  updated: 'A campaign was changed',
  scheduled: 'A campaign was scheduled',
  started: 'A campaign was started',
  resumed: 'A paused campaign was resumed',
  paused: 'A campaign was paused',
  cancelled: 'A campaign was cancelled',
  completed: 'A campaign has queued a message for every recipient',
};

export const campaignEvents = eventKinds(
  Object.fromEntries(
    Object.entries(SUMMARIES).map(([verb, summary]) => [
      `campaign.${verb}`,
      {
        summary,
        permission: 'crm.campaign.read',
        data: {
          status: Type.String({ description: 'The new status' }),
          audienceCount: absentOr(
            Type.Integer({ description: 'Number of recipients, once it is started' }),
          ),
        },
      },
    ]),
  ),
);

// Events of campaigns.

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

/** The event of one change of a campaign. */
export function campaignEvent(verb: CampaignVerb, row: CampaignRow): DomainEvent {
  return {
    type: `campaign.${verb}`,
    subjectId: row.id,
    officeId: row.office_id ?? undefined,
    data: { status: row.status, audienceCount: row.audience_count },
  };
}

const SUMMARIES: Readonly<Record<CampaignVerb, string>> = {
  created: 'A campaign was made',
  updated: 'A campaign was changed',
  scheduled: 'A campaign will start at its time',
  started: 'A campaign began to write to its audience',
  resumed: 'A campaign that was paused went on',
  paused: 'A campaign stands still',
  cancelled: 'A campaign was given up',
  completed: 'A campaign has a message in the queue for everybody',
};

export const campaignEvents = eventKinds(
  Object.fromEntries(
    Object.entries(SUMMARIES).map(([verb, summary]) => [
      `campaign.${verb}`,
      {
        summary,
        permission: 'crm.campaign.read',
        data: {
          status: Type.String({ description: 'The status after it' }),
          audienceCount: absentOr(
            Type.Integer({ description: 'How many people it goes to, once it started' }),
          ),
        },
      },
    ]),
  ),
);

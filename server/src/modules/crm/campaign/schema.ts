// Wire shapes of campaigns.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { LEAD_TYPES } from '../lead/schema.js';
import { LEAD_STATUSES } from '../lead/state.js';
import { CAMPAIGN } from '../limits.js';
import { code, moment, reference, text } from '../member-schema.js';
import { RECIPIENT_KINDS } from '../person/recipient.js';
import { CAMPAIGN_STATUSES } from './state.js';

const Audience = closedObject({
  kind: wireChoice(RECIPIENT_KINDS, { description: 'Leads, contacts or customers' }),
  ids: Type.Optional(
    Type.Array(wireId({ description: 'Id of a record' }), {
      minItems: 1,
      maxItems: CAMPAIGN.idsMax,
    }),
  ),
  status: Type.Optional(
    wireChoice(LEAD_STATUSES, {
      description: 'Filter by lead state. Default: all states except CONVERTED and DEAD',
    }),
  ),
  leadType: Type.Optional(wireChoice(LEAD_TYPES, { description: 'Filter by lead type' })),
  leadSource: text('Filter by lead source'),
  assignedTo: reference("Filter by the lead's user"),
  customerGroupName: text('Filter by customer group'),
  partnerType: text('Filter by customer type, INDIVIDUAL or ORGANIZATION'),
  customerId: reference("Filter by the contact's customer"),
  q: text('Filter by the beginning of the name or code'),
});

export type Audience = Static<typeof Audience>;

const throttle = wireInteger({
  description: 'Messages per minute',
  least: 1,
  most: CAMPAIGN.throttlePerMinuteMax,
});

const planMembers = {
  label: wireText({ description: 'Display name' }),
  audience: Audience,
  throttlePerMinute: Type.Optional(throttle),
  scheduledDttm: moment('Time of the first message after the start. Default: immediately'),
};
const template = {
  templateId: reference('Template; or templateName'),
  templateName: text('Code of the template'),
};

export const CampaignBody = closedObject({
  id: reference('Assigned by the server'),
  ...planMembers,
  ...template,
  businessOfficeId: reference(
    'Office. Default: your own office, or the whole firm if you have none',
  ),
  businessOfficeName: code('Code of the office'),
});

export type CampaignDraft = Static<typeof CampaignBody>;

export const CampaignUpdateBody = closedObject({
  ...Type.Partial(Type.Object(planMembers)).properties,
  id: wireId({ description: 'Id of the campaign' }),
  ...template,
});

export type CampaignChange = Static<typeof CampaignUpdateBody>;

const status = wireChoice(CAMPAIGN_STATUSES, { description: 'State of the campaign' });
const count = (description: string) => wireInteger({ description });

const Results = openObject({
  waiting: count('Not yet queued'),
  drafts: count('Number of WhatsApp drafts that refer to the campaign'),
  queued: count('Number queued but not yet sent'),
  sent: count('Sent'),
  delivered: count('Delivered'),
  read: count('Read'),
  failed: count('Failed'),
  suppressed: count('Number suppressed by a rule, such as consent'),
  leftOut: count('Number of people without a message because their record no longer exists'),
  unsubscribed: count('Number of people who withdrew their consent after the message'),
  leads: count('Number of leads that came from the campaign'),
});

export const CampaignRecord = openObject({
  id: wireId({ description: 'Id of the campaign' }),
  name: text('Code assigned by the server'),
  label: planMembers.label,
  status,
  templateId: wireId({ description: 'Template' }),
  audience: Audience,
  throttlePerMinute: throttle,
  scheduledDttm: planMembers.scheduledDttm,
  startedDttm: moment('Time at which its audience was stored'),
  endedDttm: moment('Time at which the last message was queued, or the campaign was cancelled'),
  audienceCount: Type.Optional(count('Number of recipients')),
  businessOfficeId: reference('Office; the whole firm if absent'),
  results: Type.Optional(Results),
  ...stampShape,
});

export const CampaignList = closedObject({
  ...pageBS,
  status: Type.Optional(wireChoice(CAMPAIGN_STATUSES, { description: 'Filter by state' })),
});

export const EstimateRecord = openObject({
  audienceCount: count('Number of people in the audience'),
  reached: count('Number of people in the audience who would get a message'),
  suppressed: Type.Array(
    openObject({
      rule: wireText({ description: 'Rule that suppresses the message' }),
      count: count('How many'),
    }),
  ),
});

export const RecipientList = closedObject({
  ...pageBS,
  id: wireId({ description: 'Id of the campaign' }),
});

export const RecipientRecord = openObject({
  id: wireId({ description: 'Number of the recipient in the campaign' }),
  recordId: wireId({ description: 'Id of the lead, contact or customer' }),
  messageId: reference('Id of the message'),
  status: text('Status of the message; WAITING until there is one'),
  rule: text('Rule that suppressed it'),
});

export const campaignExample = {
  label: 'News for leads from the web',
  templateName: 'LEAD-NEWS',
  audience: { kind: 'LEAD', leadSource: 'WEB' },
  throttlePerMinute: 60,
};

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
      description: 'Leads in this state. Default: all states except CONVERTED and DEAD',
    }),
  ),
  leadType: Type.Optional(wireChoice(LEAD_TYPES, { description: 'Leads of this type' })),
  leadSource: text('Leads from this source'),
  assignedTo: reference('Leads of this user'),
  customerGroupName: text('Customers of this group'),
  partnerType: text('Customers of this type, INDIVIDUAL or ORGANIZATION'),
  customerId: reference('Contacts of this customer'),
  q: text('People whose name or code starts with this'),
});

export type Audience = Static<typeof Audience>;

const throttle = wireInteger({
  description: 'Messages per minute',
  least: 1,
  most: CAMPAIGN.throttlePerMinuteMax,
});

const planMembers = {
  label: wireText({ description: 'Name for people' }),
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
    'Office; when absent, the whole firm, or your own office if you have one',
  ),
  businessOfficeName: code('Code of the office'),
});

export type CampaignDraft = Static<typeof CampaignBody>;

export const CampaignUpdateBody = closedObject({
  ...Type.Partial(Type.Object(planMembers)).properties,
  id: wireId({ description: 'The campaign' }),
  ...template,
});

export type CampaignChange = Static<typeof CampaignUpdateBody>;

const status = wireChoice(CAMPAIGN_STATUSES, { description: 'State of the campaign' });
const count = (description: string) => wireInteger({ description });

const Results = openObject({
  waiting: count('Not yet queued'),
  drafts: count('WhatsApp drafts that refer to the campaign'),
  queued: count('Queued and not yet sent'),
  sent: count('Sent'),
  delivered: count('Delivered'),
  read: count('Read'),
  failed: count('Failed'),
  suppressed: count('Suppressed by a rule, such as consent'),
  leftOut: count('Without a message, because the record no longer exists'),
  unsubscribed: count('People who withdrew their consent after the message'),
  leads: count('Leads that came from the campaign'),
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
  startedDttm: moment('When its audience was stored'),
  endedDttm: moment('When the last message was queued, or it was cancelled'),
  audienceCount: Type.Optional(count('Number of recipients')),
  businessOfficeId: reference('Office; absent: the whole firm'),
  results: Type.Optional(Results),
  ...stampShape,
});

export const CampaignList = closedObject({
  ...pageBS,
  status: Type.Optional(wireChoice(CAMPAIGN_STATUSES, { description: 'Only in this state' })),
});

export const EstimateRecord = openObject({
  audienceCount: count('Number of people in the audience'),
  reached: count('Number of these people who would get a message'),
  suppressed: Type.Array(
    openObject({
      rule: wireText({ description: 'The rule that suppresses the message' }),
      count: count('How many'),
    }),
  ),
});

export const RecipientList = closedObject({
  ...pageBS,
  id: wireId({ description: 'The campaign' }),
});

export const RecipientRecord = openObject({
  id: wireId({ description: 'Its number in the campaign' }),
  recordId: wireId({ description: 'The lead, contact or customer' }),
  messageId: reference('The message'),
  status: text('Status of the message; WAITING before there is one'),
  rule: text('The rule that suppressed it'),
});

export const campaignExample = {
  label: 'News for leads from the web',
  templateName: 'LEAD-NEWS',
  audience: { kind: 'LEAD', leadSource: 'WEB' },
  throttlePerMinute: 60,
};

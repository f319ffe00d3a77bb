// The HTTP operations on campaigns.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ById } from '../member-schema.js';
import { crmProblems } from '../problems.js';
import {
  createCampaign,
  estimateCampaign,
  listCampaigns,
  listRecipients,
  readCampaign,
  updateCampaign,
} from './campaign.js';
import { cancelCampaign, pauseCampaign, startCampaign } from './run.js';
import {
  CampaignBody,
  CampaignList,
  CampaignRecord,
  CampaignUpdateBody,
  campaignExample,
  EstimateRecord,
  RecipientList,
  RecipientRecord,
} from './schema.js';

const planProblems = [
  crmProblems.CAMPAIGN_REFUSED,
  crmProblems.TEMPLATE_INACTIVE,
  crmProblems.TEMPLATE_NOT_FITTING,
];

const plans: readonly Route[] = [
  write({
    method: 'POST',
    path: 'crm/campaign/create',
    operation: 'createCampaign',
    summary: 'Create a campaign: a template for leads, contacts or customers; nothing is sent yet',
    permission: 'crm.campaign.create',
    scope: 'OFFICE',
    body: CampaignBody,
    reply: CampaignRecord,
    problems: planProblems,
    example: campaignExample,
    run: (work, { body }) => createCampaign(work, body),
  }),
  write({
    method: 'PUT',
    path: 'crm/campaign/update',
    operation: 'updateCampaign',
    summary: 'Change a campaign, or its label and pace while it runs',
    permission: 'crm.campaign.update',
    scope: 'OFFICE',
    body: CampaignUpdateBody,
    reply: CampaignRecord,
    problems: [...planProblems, crmProblems.CAMPAIGN_WRONG_STATE],
    run: (work, { body }) => updateCampaign(work, body),
  }),
];

const moves = [
  { verb: 'start', run: startCampaign, summary: 'Start a campaign, or resume a paused one' },
  {
    verb: 'pause',
    run: pauseCampaign,
    summary: 'Pause a campaign; unsent messages wait',
  },
  { verb: 'cancel', run: cancelCampaign, summary: 'Cancel a campaign; nothing more is sent' },
].map(({ verb, run, summary }) =>
  write({
    method: 'PUT',
    path: `crm/campaign/${verb}/id/{id}`,
    operation: `${verb}Campaign`,
    scope: 'OFFICE',
    summary,
    permission: `crm.campaign.${verb}`,
    params: ById,
    reply: CampaignRecord,
    problems: [
      crmProblems.CAMPAIGN_WRONG_STATE,
      ...(verb === 'start' ? [crmProblems.CAMPAIGN_REFUSED, crmProblems.TEMPLATE_INACTIVE] : []),
    ],
    run: (work, { params }) => run(work, params.id),
  }),
);

const reads: readonly Route[] = [
  read({
    path: 'crm/campaign/id/{id}',
    operation: 'readCampaign',
    summary: 'One campaign with the results of its messages',
    permission: 'crm.campaign.read',
    params: ById,
    reply: CampaignRecord,
    run: (call, { params }) => readCampaign(call, params.id),
  }),
  list({
    path: 'crm/campaign/list',
    operation: 'listCampaigns',
    summary: 'Campaigns, newest first',
    permission: 'crm.campaign.read',
    query: CampaignList,
    paging: PAGE_BS,
    reply: CampaignRecord,
    run: (call, { query }) => listCampaigns(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'crm/campaign/estimate/id/{id}',
    operation: 'estimateCampaign',
    summary:
      'Number of people that it would reach now, and of messages that each rule would suppress',
    permission: 'crm.campaign.read',
    params: ById,
    reply: EstimateRecord,
    run: (call, { params }) => estimateCampaign(call, params.id),
  }),
  list({
    path: 'crm/campaign/recipient/list',
    operation: 'listCampaignRecipients',
    summary: 'The recipients of a campaign in order, with the status of each message',
    permission: 'crm.campaign.read',
    query: RecipientList,
    paging: PAGE_BS,
    reply: RecipientRecord,
    run: (call, { query }) => listRecipients(call, query.id, pageOf(query, PAGE_BS)),
  }),
];

export const campaignRoutes: readonly Route[] = [...plans, ...moves, ...reads];

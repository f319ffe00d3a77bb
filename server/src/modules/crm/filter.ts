// Campaigns, rules and assigned users by which reads filter.

import { type FilterKind, namedById } from '../../platform/http/request/filter.js';
import { readCampaign } from './campaign/campaign.js';
import { readRule } from './notification/rule.js';

/** The kinds of CRM's records by which parameters filter. */
export const crmFilters: readonly FilterKind[] = [
  namedById('campaign', readCampaign),
  namedById('notification rule', readRule),
];

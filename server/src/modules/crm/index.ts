// Public face of CRM: its module, and what the app needs for the path that leads share with
// deposits.

import type { Module } from '../../platform/http/module.js';
import type { CrmPorts } from './port.js';
import { crmProblems } from './problems.js';
import { crmRoutes } from './routes.js';

export { crmEvents } from './event.js';
export { captureLead } from './lead.js';
export { LEAD_ONLY_MEMBERS, type Lead, LeadBody, leadExample } from './lead-schema.js';
export type { CrmPorts, RelatedCheck } from './port.js';
export { crmProblems } from './problems.js';
export { CAPTURE_LEAD } from './routes.js';
export { createMessage } from './whatsapp.js';

/** The CRM module: leads, WhatsApp messages and their attachments. */
export function crmModule(ports: CrmPorts): Module {
  return { name: 'crm', routes: crmRoutes(ports), problems: crmProblems };
}

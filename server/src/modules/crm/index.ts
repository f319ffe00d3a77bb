// Public face of CRM: its module, and what the app needs for the path that leads share with
// deposits.

import type { Context } from '../../platform/context.js';
import type { Module } from '../../platform/module.js';
import type { Worker } from '../../platform/worker.js';
import { activityWorker } from './activity/due.js';
import { scanJob } from './attachment/scan.js';
import { campaignWorker } from './campaign/run.js';
import { sealedLeads } from './lead/secret.js';
import { sealedLeadImports } from './lead-import/secret.js';
import type { OpenGateway } from './message/gateway.js';
import { messagePartWorker } from './message/part-overdue.js';
import { messageSink } from './message/receive.js';
import { messageSender } from './message/sender.js';
import { notificationIntake } from './notification/intake.js';
import { notificationJobs } from './notification/job.js';
import type { Channel } from './person/recipient.js';
import type { CrmPorts } from './port.js';
import { crmProblems } from './problems.js';
import { crmRoutes } from './routes.js';
import { mediaJob } from './whatsapp/media.js';

export { completeActivity, createActivity } from './activity/activity.js';
export { customerConsents } from './consent/customer.js';
export { crmEvents } from './event.js';
export { convertLead } from './lead/conversion.js';
export { captureLead, updateLead } from './lead/lead.js';
export { CAPTURE_LEAD } from './lead/routes.js';
export { LEAD_ONLY_MEMBERS, type Lead, LeadBody, LeadRecord } from './lead/schema.js';
export type {
  Gateway,
  GatewayTools,
  IncomingMedia,
  IncomingMessage,
  MessagePart,
  MessageSink,
  OpenGateway,
  OutgoingFile,
  OutgoingMessage,
  Receipt,
  SendOutcome,
} from './message/gateway.js';
export { hasSendingOffice, queueLoginMail } from './message/login-mail.js';
export { messageSink } from './message/receive.js';
export { smsPartsOf } from './message/sms-segment.js';
export { shipNotificationRules } from './notification/rule-shipped.js';
export { duplicates } from './person/duplicate-schema.js';
export { CHANNELS, type Channel } from './person/recipient.js';
export type { SubjectFacts, SubjectReader } from './person/subject-facts.js';
export type { CrmPorts, CustomerHistory } from './port.js';
export { crmProblems } from './problems.js';
export { shipTemplates } from './template/shipped.js';
export { createMessage } from './whatsapp/whatsapp.js';

function senderOf(ports: CrmPorts, open: Map<Channel, OpenGateway>): Worker {
  const { gateways = [], attachments, party } = ports;
  const sink = (context: Context) => messageSink(context, party);
  const fillSecret = ports.fillSecret ?? (async () => undefined);
  return messageSender({ gateways, attachments, sink, open, fillSecret });
}

/** The CRM module: leads, contacts, messages of every channel, templates. */
export function crmModule(ports: CrmPorts): Module {
  const gateways = new Map<Channel, OpenGateway>();
  return {
    name: 'crm',
    summary: 'Leads, contacts, messages, campaigns and attachments',
    routes: crmRoutes(ports),
    problems: crmProblems,
    workers: [
      activityWorker,
      senderOf(ports, gateways),
      messagePartWorker(ports.party),
      notificationIntake,
      campaignWorker(ports),
    ],
    jobs: [scanJob(ports.attachments), mediaJob(ports, gateways), ...notificationJobs(ports)],
    sealed: [sealedLeads, sealedLeadImports],
  };
}

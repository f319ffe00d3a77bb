// The public interface of CRM: the module, and everything that the app and other modules use from
// it.

import type { Module } from '../../platform/module.js';
import type { Worker } from '../../platform/worker.js';
import { activityWorker } from './activity/due.js';
import { scanJob } from './attachment/scan.js';
import { campaignWorker } from './campaign/run.js';
import type { Channel } from './channel/channel.js';
import type { OpenGateway } from './channel/gateway.js';
import { crmFilters } from './filter.js';
import type { Intake } from './inbound/intake.js';
import { inboundWorker, purgeInbound } from './inbound/worker.js';
import { sealedLeads } from './lead/sealed-table.js';
import { sealedLeadImports } from './lead-import/sealed-table.js';
import { messagePartWorker } from './message/part-overdue.js';
import { messageSender } from './message/sender.js';
import { notificationIntake } from './notification/intake.js';
import { notificationJobs } from './notification/job.js';
import type { CrmPorts } from './port.js';
import { crmProblems } from './problems.js';
import { crmRoutes } from './routes.js';
import { mediaJob } from './whatsapp/media.js';

export { completeActivity, createActivity } from './activity/activity.js';
export { CHANNELS, type Channel } from './channel/channel.js';
export type {
  Gateway,
  GatewayTools,
  OpenGateway,
  OutgoingFile,
  OutgoingMessage,
  SendOutcome,
} from './channel/gateway.js';
export type {
  Delivery,
  DeliveryItem,
  IncomingMedia,
  MessagePart,
  MessageSink,
  Reading,
  Receipt,
  ReceivedContent,
  SenderIdentity,
  StoredItem,
} from './channel/inbound.js';
export { smsPartsOf } from './channel/sms-segment.js';
export { customerConsents } from './consent/customer.js';
export { crmEvents } from './event.js';
export { type Intake, messageIntake } from './inbound/intake.js';
export { convertLead } from './lead/conversion.js';
export { captureLead, updateLead } from './lead/lead.js';
export { CAPTURE_LEAD } from './lead/routes.js';
export { LEAD_ONLY_MEMBERS, type Lead, LeadBody, LeadRecord } from './lead/schema.js';
export { hasSendingOffice, queueLoginMail } from './message/login-mail.js';
export { shipNotificationRules } from './notification/rule-shipped.js';
export { duplicates } from './person/duplicate-schema.js';
export { isUserId } from './person/recipient.js';
export type { CrmPorts, CustomerHistory } from './port.js';
export { crmProblems } from './problems.js';
export { shipTemplates } from './template/shipped.js';
export type { SubjectFacts, SubjectReader } from './template/subject.js';
export { createMessage } from './whatsapp/whatsapp.js';

function senderOf(ports: CrmPorts, intake: Intake, open: Map<Channel, OpenGateway>): Worker {
  const { gateways = [], attachments, party } = ports;
  const { sink } = intake;
  const fillSecret = ports.fillSecret ?? (async () => undefined);
  return messageSender({ gateways, attachments, sink, open, fillSecret, party });
}

/**
 * Builds the CRM module: leads, contacts, messages in every channel, and templates. The intake
 * stores and reads providers' deliveries.
 */
export function crmModule(ports: CrmPorts, intake: Intake): Module {
  const gateways = new Map<Channel, OpenGateway>();
  return {
    name: 'crm',
    summary: 'Leads, contacts, messages, campaigns and attachments',
    routes: crmRoutes(ports),
    problems: crmProblems,
    filters: crmFilters(ports),
    workers: [
      activityWorker,
      senderOf(ports, intake, gateways),
      inboundWorker(intake),
      messagePartWorker(ports.party),
      notificationIntake,
      campaignWorker(ports),
    ],
    jobs: [
      scanJob(ports.attachments),
      mediaJob(ports, gateways),
      purgeInbound,
      ...notificationJobs(ports),
    ],
    sealed: [sealedLeads, sealedLeadImports],
  };
}

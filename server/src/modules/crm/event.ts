// Collects the events of the CRM module. They contain ids and states, never personal data.

import { activityEvents } from './activity/event.js';
import { campaignEvents } from './campaign/event.js';
import { consentEvents } from './consent/event.js';
import { contactEvents } from './contact/event.js';
import { leadAssignmentEvents } from './lead/assignment-event.js';
import { leadEvents } from './lead/event.js';
import { leadImportEvents } from './lead-import/event.js';
import { messageEvents } from './message/event.js';
import { notificationEvents } from './notification/event.js';
import { templateEvents } from './template/event.js';
import { whatsappEvents } from './whatsapp/event.js';

/** Every kind of event that the module sends. */
export const crmEvents = [
  ...leadEvents,
  ...whatsappEvents,
  ...templateEvents,
  ...notificationEvents,
  ...campaignEvents,
  ...messageEvents,
  ...consentEvents,
  ...contactEvents,
  ...activityEvents,
  ...leadAssignmentEvents,
  ...leadImportEvents,
];

// Collects the HTTP operations of CRM.

import type { Route } from '../../platform/http/route.js';
import { activityRoutes } from './activity/routes.js';
import { attachmentRoutes } from './attachment/routes.js';
import { campaignRoutes } from './campaign/routes.js';
import { consentRoutes } from './consent/routes.js';
import { contactRoutes } from './contact/routes.js';
import { inboundRoutes } from './inbound/routes.js';
import { leadRoutes } from './lead/routes.js';
import { leadImportRoutes } from './lead-import/routes.js';
import { messageRoutes, sendRoutes } from './message/routes.js';
import { notificationRoutes } from './notification/routes.js';
import type { CrmPorts } from './port.js';
import { templateRoutes } from './template/routes.js';
import { timelineRoutes } from './timeline/routes.js';
import { whatsappRoutes } from './whatsapp/routes.js';

export function crmRoutes(ports: CrmPorts): readonly Route[] {
  return [
    ...leadRoutes(ports),
    ...leadImportRoutes,
    ...contactRoutes,
    ...activityRoutes,
    ...timelineRoutes(ports),
    ...whatsappRoutes(ports),
    ...attachmentRoutes(ports),
    ...sendRoutes(ports),
    ...messageRoutes,
    ...inboundRoutes,
    ...consentRoutes(ports),
    ...templateRoutes(ports),
    ...notificationRoutes,
    ...campaignRoutes,
  ];
}

// Lead import events.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';

const permission = 'crm.lead.read';
const data = {
  state: Type.String({ description: 'PREVIEWED, COMMITTED or UNDONE' }),
  captured: Type.Integer({ description: 'Rows that became leads' }),
};

export const leadImportEvents = eventKinds({
  'lead-import.created': { summary: 'The leads in a file were checked', permission, data },
  'lead-import.committed': { summary: 'The leads in a file were captured', permission, data },
  'lead-import.undone': { summary: 'The leads in a file were withdrawn', permission, data },
});

// Lead import events.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';

const permission = 'crm.lead.read';
const data = {
  state: Type.String({ description: 'PREVIEWED, COMMITTED or UNDONE' }),
  captured: Type.Integer({ description: 'Rows that became leads' }),
};

export const leadImportEvents = eventKinds({
  'lead-import.created': { summary: 'A file of leads was checked', permission, data },
  'lead-import.committed': { summary: 'Leads of a file were captured', permission, data },
  'lead-import.undone': { summary: 'Leads of a file were withdrawn', permission, data },
});

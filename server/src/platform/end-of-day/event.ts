// Events about the business day itself.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../events/catalogue.js';

const date = (description: string) => Type.String({ description, format: 'date' });

export const endOfDayEvents = eventKinds({
  'business-day.closed': {
    summary:
      'The end of day is complete and the business date has advanced; the subject is the run',
    permission: 'system.end-of-day.read',
    data: { closing: date('The date that ended'), next: date('The date that began') },
  },
});

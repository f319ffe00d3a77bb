// Events of certificates of withheld tax.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';

const of = {
  permission: 'wealth.withholding-certificate.read',
  data: {
    customerId: Type.Integer({ description: 'The customer' }),
    deductions: Type.Integer({ description: 'Number of deductions that the certificate names' }),
  },
};

export const certificateEvents = eventKinds({
  'withholding-certificate.recorded': {
    summary: 'A certificate of withheld tax was recorded',
    ...of,
  },
  'withholding-certificate.undone': { summary: 'A certificate of withheld tax was undone', ...of },
});

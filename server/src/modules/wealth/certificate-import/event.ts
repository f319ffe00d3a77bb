// Certificate import events.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';

const of = {
  permission: 'wealth.withholding-certificate.read',
  data: {
    certificates: Type.Integer({
      description: 'Number of certificates recorded or undone',
    }),
  },
};

export const certificateImportEvents = eventKinds({
  'withholding-certificate-import.created': {
    summary: 'A certificate file was imported',
    ...of,
  },
  'withholding-certificate-import.undone': {
    summary: 'A certificate import was undone',
    ...of,
  },
});

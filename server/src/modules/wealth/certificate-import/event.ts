// Events about imports of certificates.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';

const of = {
  permission: 'wealth.withholding-certificate.read',
  data: {
    certificates: Type.Integer({ description: 'Number of certificates recorded, or undone' }),
  },
};

export const certificateImportEvents = eventKinds({
  'withholding-certificate-import.created': {
    summary: 'A file of certificates was imported',
    ...of,
  },
  'withholding-certificate-import.undone': {
    summary: 'An import of certificates was undone',
    ...of,
  },
});

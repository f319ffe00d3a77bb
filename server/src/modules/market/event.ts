// Events of the market's reference data.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../platform/events/catalogue.js';

const permission = 'market.security.read';
const data = { name: Type.String({ description: 'The code of the security' }) };

const bars = Type.Integer({ description: 'Bars that it made or changed; of an undo, took back' });
const ofImport = { permission: 'market.price-import.read', data: { bars } };
const priceImportKinds = {
  'price-import.created': { summary: 'Prices of a file were taken over', ...ofImport },
  'price-import.undone': { summary: 'Prices of a file were taken back', ...ofImport },
};

export const marketEvents = eventKinds({
  'security.created': { summary: 'A security was made', permission, data },
  'security.updated': { summary: 'Members of a security were changed', permission, data },
  ...priceImportKinds,
});

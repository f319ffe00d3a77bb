// Events about reference data and prices of the market.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../platform/events/catalogue.js';

const permission = 'market.security.read';
const data = { name: Type.String({ description: 'The code of the security' }) };

const bars = Type.Integer({ description: 'Number of bars that were inserted, changed or undone' });
const ofImport = { permission: 'market.price-import.read', data: { bars } };
const priceImportKinds = {
  'price-import.created': { summary: 'A file of prices was imported', ...ofImport },
  'price-import.undone': { summary: 'A price import was undone', ...ofImport },
};

const levels = Type.Integer({
  description: 'Number of levels that were inserted, changed or undone',
});
const ofLevels = { permission: 'market.benchmark-level.read', data: { levels } };
const levelImportKinds = {
  'benchmark-level-import.created': { summary: 'A file of index levels was imported', ...ofLevels },
  'benchmark-level-import.undone': { summary: 'An import of index levels was undone', ...ofLevels },
};

export const marketEvents = eventKinds({
  'security.created': { summary: 'A security was created', permission, data },
  'security.matured': { summary: 'A bond was redeemed, and is no longer active', permission, data },
  'security.reinstated': {
    summary: 'A redemption or delisting was undone, and the security is active again',
    permission,
    data,
  },
  'security.updated': { summary: 'Members of a security were changed', permission, data },
  'security.renamed': {
    summary: 'A security has a new code, name or ISIN',
    permission,
    data: { ...data, formerName: Type.String({ description: 'Previous code of the security' }) },
  },
  'price.adjusted': {
    summary: 'The reference price of a security was set for an ex-date',
    permission,
    data: {
      ...data,
      exDate: Type.String({ format: 'date', description: 'The ex-date' }),
      close: Type.Number({ description: 'The close before the ex-date' }),
      referencePrice: Type.Number({ description: 'The reference price of the ex-date' }),
    },
  },
  ...priceImportKinds,
  ...levelImportKinds,
});

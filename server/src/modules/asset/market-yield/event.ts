// Events of market discount rate imports.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';

const rates = Type.Integer({ description: 'Number of rates inserted or replaced, or undone' });
const ofRates = { permission: 'asset.market-yield.read', data: { rates } };

export const marketYieldEvents = eventKinds({
  'market-yield-import.created': { summary: 'Market discount rates were imported', ...ofRates },
  'market-yield-import.undone': {
    summary: 'A market discount rate import was undone',
    ...ofRates,
  },
});

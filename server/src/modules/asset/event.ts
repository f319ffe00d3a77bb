// Collects the events of asset management.

import { termInstrumentEvents } from './deposit/event.js';
import { fundEvents } from './fund/event.js';
import { marketYieldEvents } from './market-yield/event.js';
import { discountedEvents } from './paper/event.js';

export const assetEvents = [
  ...termInstrumentEvents,
  ...marketYieldEvents,
  ...discountedEvents,
  ...fundEvents,
];

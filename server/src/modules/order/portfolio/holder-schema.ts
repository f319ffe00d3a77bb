// Wire shapes of security holders.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  openObject,
  wireCode,
  wireDecimal,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';

export const HoldersQuery = closedObject({
  securityName: wireCode({ description: 'Code of the security' }),
  ...pageBS,
});

/** A portfolio that holds the security. */
export const HolderRecord = openObject({
  portfolioId: wireId(),
  portfolioName: wireText(),
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  currency: wireText({ description: 'Currency of the security' }),
  quantity: wireText({ description: 'Units; negative for a short position' }),
  heldQuantity: wireText({ description: 'Units reserved, such as for live sell orders' }),
  pendingQuantity: wireText({ description: 'Units that a corporate action will deliver' }),
  cost: wireDecimal({ description: 'Cost of the units' }),
  averageCost: wireDecimal({ description: 'Cost of one unit' }),
  value: Type.Optional(wireDecimal({ description: 'At the last price; absent without a price' })),
});

/** Sums over all pages. */
export const holderTotals = {
  totalQuantity: wireText({ description: 'Sum of the units of all holders' }),
};

// Wire shapes of the stock record.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireCode,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { CUM_EX } from '../record/exchange-report.js';

const given = Type.Optional;

/** The kinds between CHARGES and TRANSFER_IN are effects of corporate actions. */
const MOVEMENT_KINDS = [
  'OPENING',
  'BUY',
  'SELL',
  'CHARGES',
  'BONUS',
  'SPLIT',
  'SCRIP',
  'RIGHTS',
  'TAKE_UP',
  'LAPSE',
  'SPIN_OFF',
  'CAPITAL_RETURN',
  'CASH_IN_LIEU',
  'MERGER_OUT',
  'MERGER_IN',
  'REDEMPTION',
  'PARTIAL_REDEMPTION',
  'TENDER',
  'WRITE_OFF',
  'DELIVERY',
  'TRANSFER_IN',
  'TRANSFER_OUT',
] as const;

const MOVEMENT_SOURCES = [
  'EXECUTION',
  'CONTRACT_NOTE',
  'OPENING',
  'ENTITLEMENT',
  'ELECTION',
  'DELIVERY',
  'TRANSFER',
] as const;

const filters = {
  p: naming('portfolio', given(wireId({ description: 'Portfolio id' }))),
  securityName: naming('security', given(wireCode())),
  orderId: naming(
    'order',
    given(wireId({ description: 'Only the fills and charges of this order' })),
  ),
  kind: given(wireChoice(MOVEMENT_KINDS)),
  sd: given(wireDate({ description: 'First effective date' })),
  ed: given(wireDate({ description: 'Last effective date' })),
  asOf: given(wireInstant({ description: 'Ignores movements recorded after this moment' })),
};

/** The filters of the stock record, for a file of all matching movements. */
export const MovementFilterQuery = closedObject(filters);

/** The filters of the stock record, and the page. */
export const MovementQuery = closedObject({ ...filters, ...pageBS });

/** A movement of the stock record. */
export const MovementRecord = openObject({
  id: wireId(),
  portfolioId: wireId(),
  portfolioName: wireText(),
  securityName: wireText(),
  kind: wireChoice(MOVEMENT_KINDS, {
    description: 'DELIVERY: pending units can be sold; the number of units does not change',
  }),
  effectiveDate: wireDate({
    description:
      'The trade date of a fill and of its charges; the ex-date or payment date of a corporate ' +
      'action',
  }),
  quantity: wireText({ description: 'Number of incoming units; negative for outgoing units' }),
  pendingQuantity: wireText({
    description: 'Change in the units that the depository has not credited yet',
  }),
  cost: wireDecimal({
    description:
      'Change in the cost: consideration or charges of a buy; negative if a corporate action ' +
      'removes cost',
  }),
  proceeds: wireDecimal({ description: 'Proceeds of a sale; negative for the charges of a sale' }),
  gain: wireDecimal({
    description:
      'Gain realised by a corporate action; 0 for sales, whose gain is computed from the cost',
  }),
  currency: wireText(),
  acquiredOn: given(wireDate({ description: 'Purchase date of units that were transferred in' })),
  costKnown: wireFlag({
    description: 'False for units transferred in whose cost is unknown; `cost` is then 0',
  }),
  orderId: given(wireId()),
  cumEx: given(
    wireChoice(CUM_EX, {
      description: 'Set for a fill that was traded cum or ex contrary to its date',
    }),
  ),
  sourceType: wireChoice(MOVEMENT_SOURCES, {
    description: 'The kind of record that caused the movement',
  }),
  sourceId: wireId({
    description:
      'Id of the execution report, contract note, portfolio, entitlement (also for a ' +
      'DELIVERY), election or transfer line that caused the movement',
  }),
  reversalOfId: given(wireId({ description: 'The movement that this one undoes' })),
  reversed: wireFlag({ description: 'Whether a later movement undoes this one' }),
  recordedDttm: wireInstant({ description: 'Time at which the movement was booked' }),
});

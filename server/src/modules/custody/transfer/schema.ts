// Wire shapes of transfers of units.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { CUSTODY } from '../limits.js';
import { COST_BASES, OWNER_CHANGES, TRANSFER_STATES, TRANSFER_TYPES } from './record.js';

const given = Type.Optional;

const type = wireChoice(TRANSFER_TYPES, {
  description:
    'IN_FREE, OUT_FREE: from or to another firm, free of payment. DEPOSIT, WITHDRAWAL: a ' +
    'certificate into the depository, or out of it. WRITE_OFF: the units are lost.',
});
const ownerChange = wireChoice(OWNER_CHANGES, {
  description: 'Why the owner of the units changes; default: NONE',
});
const costBasis = wireChoice(COST_BASES, {
  description: 'GIVEN: by `lots`. UNKNOWN: the cost of the units is not known.',
});

const lotShape = {
  quantity: wireId({ description: 'Units' }),
  cost: wireDecimal({ description: 'Cost of the units, in the currency of the security' }),
  acquiredOn: given(wireDate({ description: 'When the units were bought, if it is known' })),
};

/**
 * The party that delivers or receives the units. IN_FREE and OUT_FREE need a member, an account or
 * a CHN.
 */
const counterParty = {
  memberCode: given(wireText({ description: 'The other firm, by its code at the depository' })),
  account: given(wireText({ description: 'The account there' })),
  chn: given(wireText({ description: 'The clearing-house number of the holder' })),
  holder: given(wireText({ description: 'The name of the holder' })),
};

export const ById = openObject({ id: wireId() });

export const TransferBody = closedObject({
  type,
  portfolioName: wireText({ description: 'The code of the portfolio' }),
  effectiveDate: wireDate({
    description: 'Date from which the units are included or excluded; not after the business date',
  }),
  counterParty: given(closedObject(counterParty)),
  ownerChange: given(ownerChange),
  reference: given(wireText({ description: "The depository's reference" })),
  reason: given(
    wireText({ description: 'Reason; required for WRITE_OFF and if the owner changes' }),
  ),
  lines: Type.Array(
    closedObject({
      securityName: wireText({ description: 'The code of the security; once per transfer' }),
      quantity: wireId({ description: 'Units; with `lots`, their sum' }),
      costBasis: given(costBasis),
      lots: given(
        Type.Array(closedObject(lotShape), {
          maxItems: CUSTODY.transferLotsMax,
          description: 'The purchases of incoming units',
        }),
      ),
    }),
    { minItems: 1, maxItems: CUSTODY.transferLinesMax, description: 'One per security' },
  ),
});

export const DecisionBody = closedObject({
  reason: given(wireText({ description: 'Reason; shown in the record' })),
});

export const TransferRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: given(wireText()),
  label: wireText(),
  type,
  portfolioName: wireText(),
  customerId: wireId(),
  customerName: wireText(),
  businessOfficeName: wireText(),
  effectiveDate: wireDate(),
  counterParty: openObject(counterParty),
  ownerChange,
  reference: given(wireText()),
  reason: given(wireText()),
  state: wireChoice(TRANSFER_STATES, {
    description: 'PENDING: pending approval by another person; outgoing units are on hold.',
  }),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText()),
  lines: Type.Array(
    openObject({
      securityName: wireText(),
      quantity: wireText(),
      costBasis: given(costBasis),
      cost: given(wireDecimal({ description: 'The sum of the lots' })),
      currency: wireText(),
      lots: Type.Array(
        openObject({
          quantity: wireText(),
          cost: wireDecimal(),
          acquiredOn: given(wireDate()),
        }),
      ),
    }),
  ),
  ...stampShape,
});

const filters = {
  p: given(wireId({ description: 'Only of this portfolio, by id' })),
  c: given(wireId({ description: 'Only of this customer, by id' })),
  o: given(wireId({ description: 'Only of this business office, by id' })),
  type: given(type),
  state: given(wireChoice(TRANSFER_STATES)),
};

export const TransferFilterQuery = openObject(filters);
export const TransferListQuery = openObject({ ...filters, ...pageBS });

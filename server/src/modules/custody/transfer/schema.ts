// Wire shapes of transfers of units.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
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
    'IN_FREE, OUT_FREE: from or to another firm, free of payment. IN_PAID, OUT_PAID: from or ' +
    'to another firm, against payment. INTERNAL: to another portfolio of the firm, free or ' +
    'against payment. DEPOSIT, WITHDRAWAL: a certificate is moved into or out of the ' +
    'depository. WRITE_OFF: the units are lost.',
});
const ownerChange = wireChoice(OWNER_CHANGES, {
  description:
    'Why the owner of the units changes; default: NONE. Required for an INTERNAL transfer free ' +
    'of payment to another customer',
});
const costBasis = wireChoice(COST_BASES, {
  description: 'GIVEN: the cost is in `lots`. UNKNOWN: the cost of the units is not known.',
});

const lotShape = {
  quantity: wireId({ description: 'Number of units' }),
  cost: wireDecimal({ description: 'Cost of the units, in the currency of the security' }),
  acquiredOn: given(wireDate({ description: 'Date on which the units were bought, if known' })),
};

/**
 * The party that delivers or receives the units. For another firm, a member code, an account or a
 * CHN is required.
 */
const counterParty = {
  memberCode: given(wireText({ description: 'Code of the other firm at the depository' })),
  account: given(wireText({ description: 'The account at the other firm' })),
  chn: given(wireText({ description: 'The clearing-house number of the holder' })),
  holder: given(wireText({ description: 'The name of the holder' })),
};

export const ById = openObject({ id: wireId() });

export const TransferBody = closedObject({
  type,
  portfolioName: wireText({ description: 'The code of the portfolio' }),
  toPortfolioName: given(
    wireText({ description: 'Code of the receiving portfolio; only for INTERNAL' }),
  ),
  effectiveDate: wireDate({
    description:
      'Date from which the units are added or removed; not after the business date. For a ' +
      'transfer against payment, it must be the business date, and units and money move on the ' +
      'date of approval',
  }),
  counterParty: given(closedObject(counterParty)),
  ownerChange: given(ownerChange),
  reference: given(wireText({ description: "The depository's reference" })),
  reason: given(
    wireText({ description: 'Reason; required for WRITE_OFF and if the owner changes' }),
  ),
  lines: Type.Array(
    closedObject({
      securityName: wireText({
        description: 'Code of the security, which must occur only once in a transfer',
      }),
      quantity: wireId({
        description: 'Number of units; if `lots` are given, the sum of their units',
      }),
      amount: given(
        wireDecimal({
          description:
            'Amount paid for the units, in the currency of the security; given for all lines ' +
            'or for none',
        }),
      ),
      costBasis: given(costBasis),
      lots: given(
        Type.Array(closedObject(lotShape), {
          maxItems: CUSTODY.transferLotsMax,
          description: 'The purchases of units received free of payment',
        }),
      ),
    }),
    { minItems: 1, maxItems: CUSTODY.transferLinesMax, description: 'One line per security' },
  ),
});

export const DecisionBody = closedObject({
  reason: given(wireText({ description: 'The reason, which the record shows' })),
});

export const TransferRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: given(wireText()),
  label: wireText(),
  type,
  isPaid: wireFlag({ description: 'True if the units are delivered against payment' }),
  portfolioName: wireText(),
  customerId: wireId(),
  customerName: wireText(),
  businessOfficeName: wireText(),
  toPortfolioName: given(wireText({ description: 'The receiving portfolio; only for INTERNAL' })),
  toCustomerId: given(wireId()),
  toCustomerName: given(wireText()),
  importName: given(wireText({ description: 'The file from which the transfer was imported' })),
  effectiveDate: wireDate(),
  counterParty: openObject(counterParty),
  ownerChange,
  reference: given(wireText()),
  reason: given(wireText()),
  state: wireChoice(TRANSFER_STATES, {
    description:
      'PENDING: waits for approval by another person; outgoing units and money are on hold.',
  }),
  decidedBy: given(wireText()),
  decidedDttm: given(wireInstant()),
  decisionReason: given(wireText()),
  lines: Type.Array(
    openObject({
      securityName: wireText(),
      quantity: wireText(),
      amount: given(wireDecimal({ description: 'Amount paid for the units' })),
      costBasis: given(costBasis),
      cost: given(
        wireDecimal({ description: 'Total cost of the lots; absent if the cost is not known' }),
      ),
      currency: wireText(),
      lots: Type.Array(
        openObject({
          quantity: wireText(),
          cost: given(wireDecimal()),
          acquiredOn: given(wireDate()),
        }),
      ),
    }),
  ),
  ...stampShape,
});

const filters = {
  p: naming(
    'portfolio',
    given(wireId({ description: 'Filter by id of the sending or receiving portfolio' })),
  ),
  c: naming(
    'customer',
    given(wireId({ description: 'Filter by id of the sending or receiving customer' })),
  ),
  o: naming('business office', given(wireId({ description: 'Filter by business office id' }))),
  f: naming('import of transfers', given(wireId({ description: 'Filter by import id' }))),
  type: given(type),
  state: given(wireChoice(TRANSFER_STATES)),
};

export const TransferFilterQuery = closedObject(filters);
export const TransferListQuery = closedObject({ ...filters, ...pageBS });

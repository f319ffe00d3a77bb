// Wire shapes of price exceptions.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { WEALTH } from '../limits.js';
import { EXCEPTION_KINDS } from './kind.js';
import { PRICED_CLASSES } from './queries.js';

const given = Type.Optional;

const kinds = {
  description:
    'UNVALUED: there is no price. UNUSABLE: the price is too old to be used under the policy. ' +
    'STALE: the price is older than the policy or the fund allows. JUMP: the price changed by ' +
    `more than ${WEALTH.priceJumpPercent} percent without a corporate action`,
};

const filters = {
  d: given(wireDate({ description: 'Date of the prices, at its end; default: the business date' })),
  kind: given(wireChoice(EXCEPTION_KINDS, { description: 'Filter by kind of exception' })),
};

export const PriceExceptionFilters = closedObject(filters);
export const PriceExceptionQuery = closedObject({ ...filters, ...pageBS });

/** A price that a person must check. */
export const PriceExceptionRecord = openObject({
  kind: wireChoice(EXCEPTION_KINDS, kinds),
  class: wireChoice(PRICED_CLASSES),
  subjectType: wireChoice(['SECURITY', 'FUND']),
  subjectId: wireId({ description: 'Id of the security or the fund' }),
  name: wireText(),
  label: wireText(),
  currency: wireText(),
  price: given(
    wireDecimal({ description: 'Price; for a bond, the clean price per 100 of face value' }),
  ),
  priceDate: given(
    wireDate({
      description:
        'Date on which the price was last traded or changed; for a fund, the valuation date',
    }),
  ),
  daysOld: given(
    wireInteger({ description: 'Business days from `priceDate` to the valuation date' }),
  ),
  previousPrice: given(wireDecimal({ description: 'The price before `priceDate`' })),
  previousPriceDate: given(wireDate()),
  changePercent: given(
    wireDecimal({ description: 'Change from `previousPrice` to `price`, in percent' }),
  ),
  customers: wireInteger({ description: 'Number of holders for whom the price is an exception' }),
  quantity: wireDecimal({ description: 'Number of units that these customers hold' }),
});

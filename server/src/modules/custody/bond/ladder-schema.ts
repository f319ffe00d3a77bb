// Wire shapes of the bond ladder.

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

const given = Type.Optional;

export const LadderQuery = closedObject({
  c: naming('customer', given(wireId({ description: 'Filter by customer' }))),
  p: naming('portfolio', given(wireId({ description: 'Filter by portfolio' }))),
  o: naming('business office', given(wireId({ description: 'Filter by business office' }))),
  ed: given(wireDate({ description: 'Last payment date; default: 12 months ahead' })),
  cu: given(wireText({ description: 'Filter by currency' })),
});

const amounts = {
  interest: wireDecimal({ description: 'Coupons, before tax' }),
  principal: wireDecimal({ description: 'Redemptions' }),
  tax: wireDecimal({ description: 'Withholding tax due from the holders' }),
  withheld: wireDecimal({ description: 'Tax withheld; the excess over `tax` can be reclaimed' }),
  net: wireDecimal({ description: '`interest` and `principal`, less `withheld`' }),
};

const total = {
  currency: wireText(),
  payments: wireInteger({ description: 'Number of coupons and redemptions' }),
  ...amounts,
};

/** The expected bond payments by date, and their totals. */
export const LadderRecord = openObject({
  from: wireDate({ description: 'The business date' }),
  until: wireDate(),
  payments: Type.Array(
    openObject({
      date: wireDate({ description: 'Payment date, a business day' }),
      kind: wireChoice(['INTR', 'REDM', 'PCAL', 'MCAL'], {
        description:
          'INTR: coupon; REDM: redemption at maturity; PCAL: partial redemption; MCAL: early ' +
          'redemption',
      }),
      securityName: wireText(),
      status: wireChoice(['SCHEDULED', 'ANNOUNCED', 'CONFIRMED'], {
        description:
          'SCHEDULED: follows from the terms of the bond; no corporate action has been created yet',
      }),
      eventId: given(wireId()),
      eventName: given(wireText()),
      currency: wireText(),
      portfolios: wireInteger({ description: 'Number of portfolios' }),
      quantity: wireText({ description: 'Units of these portfolios' }),
      ...amounts,
    }),
  ),
  months: Type.Array(
    openObject({ month: wireText({ description: 'Month, such as 2027-03' }), ...total }),
  ),
  totals: Type.Array(openObject(total), { description: 'Totals by currency' }),
});

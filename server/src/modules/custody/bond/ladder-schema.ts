// Wire shapes of the ladder of bonds.

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
  c: naming('customer', given(wireId({ description: 'Only of this customer' }))),
  p: naming('portfolio', given(wireId({ description: 'Only of this portfolio' }))),
  o: naming('business office', given(wireId({ description: 'Only of this business office' }))),
  ed: given(wireDate({ description: 'Last payment date; default: 12 months ahead' })),
  cu: given(wireText({ description: 'Only in this currency' })),
});

const amounts = {
  interest: wireDecimal({ description: 'Coupons, before tax' }),
  principal: wireDecimal({ description: 'Redemptions' }),
  tax: wireDecimal({ description: 'Withholding tax that the holders owe' }),
  withheld: wireDecimal({ description: 'Tax withheld; the excess over `tax` can be reclaimed' }),
  net: wireDecimal({ description: '`interest` and `principal`, less `withheld`' }),
};

const total = {
  currency: wireText(),
  payments: wireInteger({ description: 'Number of coupons and redemptions' }),
  ...amounts,
};

/** The expected payments of bonds by date, and their sums. */
export const LadderRecord = openObject({
  from: wireDate({ description: 'The business date' }),
  until: wireDate(),
  payments: Type.Array(
    openObject({
      date: wireDate({ description: 'Payment date, a business day' }),
      kind: wireChoice(['INTR', 'REDM', 'PCAL', 'MCAL'], {
        description: 'INTR: a coupon; REDM: the redemption; PCAL: in part; MCAL: before maturity',
      }),
      securityName: wireText(),
      status: wireChoice(['SCHEDULED', 'ANNOUNCED', 'CONFIRMED'], {
        description: 'SCHEDULED: by the terms of the bond, 30 days or more ahead, without an event',
      }),
      eventId: given(wireId()),
      eventName: given(wireText()),
      currency: wireText(),
      portfolios: wireInteger({ description: 'Number of portfolios' }),
      quantity: wireText({ description: 'Their units' }),
      ...amounts,
    }),
  ),
  months: Type.Array(openObject({ month: wireText({ description: 'Such as 2027-03' }), ...total })),
  totals: Type.Array(openObject(total), { description: 'One per currency' }),
});

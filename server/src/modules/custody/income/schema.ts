// Wire shapes of a customer's income.

import { Type } from '@sinclair/typebox';
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

const given = Type.Optional;

export const ById = openObject({ id: wireId({ description: 'Id of the customer' }) });

export const IncomeQuery = closedObject({
  sd: given(wireDate({ description: 'First payment date; default: a year before `ed`' })),
  ed: given(wireDate({ description: 'Last payment date; default: the business date' })),
  cu: given(wireText({ description: 'Filter by currency' })),
});

const sums = {
  currency: wireText(),
  count: wireInteger({ description: 'Number of payments' }),
  gross: wireDecimal({ description: 'Amount before tax, including proceeds' }),
  proceeds: wireDecimal({
    description: 'The part of `gross` that is not income, such as a redemption',
  }),
  tax: wireDecimal({ description: 'Withholding tax due from the customer' }),
  withheld: wireDecimal({ description: 'Tax withheld; the excess over `tax` can be reclaimed' }),
  net: wireDecimal(),
  paidByRegistrar: wireDecimal({
    description: 'The part of the net amount that the registrar paid to the customer’s own bank',
  }),
};

const Sums = openObject(sums);

const Payment = openObject({
  date: given(wireDate({ description: 'Payment date; absent if it is not known yet' })),
  entitlementId: given(wireId()),
  eventId: given(wireId()),
  eventName: given(wireText()),
  status: given(
    wireText({ description: "The event's status; absent for a coupon that is only scheduled" }),
  ),
  kind: wireText({ description: 'Kind of event, such as DVCA' }),
  label: wireText(),
  securityName: wireText(),
  portfolioName: wireText(),
  quantity: wireText({ description: 'Entitled units' }),
  currency: wireText(),
  gross: wireDecimal(),
  proceeds: wireDecimal(),
  tax: wireDecimal(),
  withheld: wireDecimal(),
  net: wireDecimal(),
  route: wireChoice(['DIRECT', 'FIRM']),
  paidBy: wireChoice(['REGISTRAR', 'FIRM']),
  change: wireChoice(['PAID', 'CORRECTED', 'REVERSED', 'EXPECTED'], {
    description: 'Reason for the row; the amounts of CORRECTED and REVERSED rows are differences',
  }),
});

/** A customer's income by kind, the payments, and the income expected within 12 months. */
export const IncomeRecord = openObject({
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  from: wireDate(),
  until: wireDate(),
  kinds: Type.Array(openObject({ kind: wireText(), label: wireText(), ...sums })),
  totals: Type.Array(Sums, { description: 'One sum per currency' }),
  payments: Type.Array(Payment),
  forecastUntil: wireDate(),
  forecast: Type.Array(Payment),
  forecastTotals: Type.Array(Sums),
});

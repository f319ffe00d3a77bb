// Wire shapes of withholding tax.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
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
import { DEDUCTION_KINDS } from './queries.js';

const given = Type.Optional;

const filter = {
  c: naming('customer', given(wireId({ description: 'Filter by customer' }))),
  sd: given(
    wireDate({ description: 'First payment date; default: 1 January of the year of `ed`' }),
  ),
  ed: given(wireDate({ description: 'Last date of payment; default: the business date' })),
};

export const DeductionFilterQuery = closedObject(filter);
export const DeductionQuery = closedObject({ ...filter, ...pageBS });

export const DeductionRecord = openObject({
  name: wireText({
    description: 'Name of the deduction for use in certificates, such as DISCOUNT-55',
  }),
  kind: wireChoice(DEDUCTION_KINDS, { description: 'The kind of record with the payment' }),
  date: wireDate({ description: 'Date of the payment' }),
  customerId: wireId({ description: 'Id of the customer' }),
  customerName: wireText({ description: 'Code of the customer' }),
  customerLabel: wireText({ description: 'Name of the customer' }),
  taxClass: given(wireText({ description: 'Class of withholding tax, such as DIVIDEND' })),
  source: wireText({ description: 'Code of the instrument, security or fund' }),
  payer: wireText({ description: 'Who withheld the tax' }),
  currency: wireText({ description: 'Currency of the payment' }),
  gross: wireDecimal({ description: 'Income before tax; negative for a reversal' }),
  rate: given(wireDecimal({ description: 'Tax rate, in percent of the income' })),
  tax: wireDecimal({ description: 'Tax withheld; negative for a refund' }),
  treatment: wireChoice(['FINAL', 'CREDIT'], {
    description: 'FINAL: the tax cannot be credited. CREDIT: it is set off against other tax',
  }),
  remitBy: wireDate({ description: 'Date by which the tax is due at the tax office' }),
  journalId: given(wireId({ description: 'The journal; absent if the registrar paid' })),
  certificateId: given(wireId({ description: 'The certificate that covers this deduction' })),
  certificateNumber: given(
    wireText({ description: 'Number of the certificate that covers this deduction' }),
  ),
});

/** The sums of a list, by currency. */
export const deductionSums = {
  sums: Type.Array(
    openObject({
      currency: wireText({ description: 'Currency of the sums' }),
      count: wireInteger({ description: 'Number of deductions' }),
      gross: wireDecimal({ description: 'Income before tax' }),
      tax: wireDecimal({ description: 'Tax withheld' }),
      certified: wireDecimal({ description: 'Tax with a certificate' }),
      missing: wireDecimal({ description: 'Tax without a certificate' }),
    }),
    { description: 'Sums of the whole list, by currency' },
  ),
};

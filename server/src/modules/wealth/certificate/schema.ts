// Wire shapes of withholding tax certificates.

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
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { TAX } from '../limits.js';
import { CERTIFICATE_STATES } from './queries.js';

const given = Type.Optional;

export const CertificateById = closedObject({ id: wireId({ description: 'The certificate' }) });

const number = wireText({
  description: 'Number on the receipt from the tax office',
  longest: TAX.certificateNumberCharactersMax,
});

const dates = {
  certificateDate: wireDate({ description: 'Date of the receipt, on or before the business date' }),
  periodFrom: wireDate({ description: 'First date of payment' }),
  periodUntil: wireDate({ description: 'Last date of payment' }),
};

export const CertificateBody = closedObject({
  customerId: given(
    wireId({ description: 'Id of the customer; give either this or customerName' }),
  ),
  customerName: given(wireText({ description: 'Code of the customer' })),
  number,
  ...dates,
  amount: wireDecimal({ description: 'Tax on the receipt', least: 0.01 }),
  currency: given(
    wireText({ description: 'Currency; default: that of the business office', longest: 3 }),
  ),
  taxClass: given(
    wireText({
      description: 'Tax class of the deductions; not allowed with `deductions`',
      longest: 40,
    }),
  ),
  deductions: given(
    Type.Array(wireText({ description: '`name` of a deduction' }), {
      minItems: 1,
      maxItems: TAX.certificateDeductionsMax,
      description:
        'Names of deductions; default: all deductions of the period that have no certificate',
    }),
  ),
});

export const UndoBody = closedObject({
  reason: wireText({
    description: 'Reason for undoing the certificate',
    longest: TAX.certificateReasonCharactersMax,
  }),
});

const state = wireChoice(CERTIFICATE_STATES, {
  description: 'UNDONE: its deductions can be on another certificate',
});

const filters = {
  c: naming('customer', given(wireId({ description: 'Filter by customer' }))),
  state: given(state),
};

export const CertificateFilters = closedObject(filters);
export const CertificateQuery = closedObject({ ...filters, ...pageBS });

export const CertificateRecord = openObject({
  id: wireId({ description: 'The certificate' }),
  name: given(wireText({ description: 'Code of the certificate' })),
  number,
  customerId: wireId({ description: 'Id of the customer' }),
  customerName: wireText({ description: 'Code of the customer' }),
  customerLabel: wireText({ description: 'Name of the customer' }),
  ...dates,
  currency: wireText({ description: 'Currency of the amount' }),
  amount: wireDecimal({ description: 'Tax on the receipt' }),
  state,
  undoReason: given(wireText({ description: 'Reason for undoing the certificate' })),
  deductions: Type.Array(
    openObject({
      name: wireText({ description: 'Name of the deduction' }),
      tax: wireDecimal({ description: 'Tax withheld' }),
    }),
    { description: 'The deductions covered by the certificate' },
  ),
  ...stampShape,
});

// Wire shapes of withholding tax: dated rules by tax class, and exemptions by customer.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { WITHHOLDING } from '../limits.js';

const given = Type.Optional;

const instrumentClass = wireText({ description: 'Tax class, such as TERM_DEPOSIT', longest: 40 });
const lastDay = given(wireDate({ description: 'Last day; no end if absent' }));

const rule = {
  taxCode: wireText({ description: 'Tax component, such as WHT', longest: 20 }),
  payerClass: given(
    wireText({ description: 'Type of business partner; all if absent', longest: 40 }),
  ),
  percent: wireDecimal({ description: 'Rate in percent of the interest', least: 0, most: 100 }),
  isFinal: given(wireFlag({ description: 'True if the payee cannot claim it as a credit' })),
  validFrom: given(wireDate({ description: 'First day; no start if absent' })),
  validTo: lastDay,
};

const ruleTable = {
  instrumentClass,
  rules: Type.Array(closedObject(rule), {
    maxItems: WITHHOLDING.rulesPerClassMax,
    description: 'All rules of the class; each rule is one component, which is rounded separately',
  }),
};

/** The rules of a class, as proposed and as stored. */
export const RuleTableBody = closedObject(ruleTable);
export const RuleTableProposal = closedObject({ ...ruleTable, ...changeReason });
export type RuleTableMembers = Static<typeof RuleTableBody>;
export type RuleMembers = RuleTableMembers['rules'][number];

const exemption = {
  instrumentClass,
  certificate: wireText({
    description: 'Reference of the document that proves the exemption',
    longest: 100,
  }),
  validFrom: wireDate({ description: 'First day' }),
  validTo: lastDay,
};

const exemptions = {
  customerName: wireText({ description: 'Code of the customer' }),
  exemptions: Type.Array(closedObject(exemption), {
    maxItems: WITHHOLDING.exemptionsPerCustomerMax,
    description: 'All exemptions of the customer',
  }),
};

/** A customer's exemptions, as proposed and as stored. */
export const ExemptionBody = closedObject(exemptions);
export const ExemptionProposal = closedObject({ ...exemptions, ...changeReason });
export type ExemptionTableMembers = Static<typeof ExemptionBody>;
export type ExemptionMembers = ExemptionTableMembers['exemptions'][number];

export const RuleQuery = closedObject({
  x: naming('class of withholding tax', given(wireText({ description: 'Filter by class' }))),
  ...pageBS,
});

export const ExemptionQuery = closedObject({
  c: naming('customer', given(wireId({ description: 'Filter by customer' }))),
  ...pageBS,
});

export const RuleRecord = openObject({ id: wireId(), instrumentClass, ...rule });

export const ExemptionRecord = openObject({
  id: wireId(),
  customerId: wireId(),
  customerName: wireText(),
  ...exemption,
});

// The fields of each kind of reference data.

import type { ReferenceName } from './search.js';

/** The fields of all kinds. Each has a label in both languages. */
type ReferenceMember =
  | 'name'
  | 'label'
  | 'active'
  | 'aliases'
  | 'suspenseCode'
  | 'successCodes'
  | 'shares'
  | 'payeeAccount'
  | 'taxClass'
  | 'depositoryCode'
  | 'partyId'
  | 'settles'
  | 'settlementAccount'
  | 'email'
  | 'portfolioClass'
  | 'exchangeName'
  | 'currency'
  | 'timeZone'
  | 'orderDateOrder'
  | 'fourEyesThreshold'
  | 'customerApproval';

/**
 * How a field is entered. CODES: one code per line. SHARES: dated percentages. LEDGER_CODE and
 * EXCHANGE: one of the server's records.
 */
type Input =
  | 'TEXT'
  | 'FLAG'
  | 'CHOICE'
  | 'CODES'
  | 'AMOUNT'
  | 'SHARES'
  | 'LEDGER_CODE'
  | 'EXCHANGE';

/** The values of all choices. Each has a translation in both languages. */
export const REFERENCE_CHOICES = [
  ...(['OWN', 'CUSTODIAN', 'EXCHANGE', 'MANAGED', 'DAY_FIRST', 'MONTH_FIRST'] as const),
] as const;

export interface ReferenceField {
  readonly member: ReferenceMember;
  readonly input: Input;
  /** The server requires a value. */
  readonly isRequired?: true;
  /** The possible values of a CHOICE. */
  readonly choices?: readonly (typeof REFERENCE_CHOICES)[number][];
  /** The initial value of a flag in a new record. */
  readonly first?: boolean;
}

const text = (member: ReferenceMember): ReferenceField => ({ member, input: 'TEXT' });
const needed = (member: ReferenceMember): ReferenceField => ({ ...text(member), isRequired: true });

const HEAD: readonly ReferenceField[] = [needed('name'), needed('label')];
const ACTIVE: ReferenceField = { member: 'active', input: 'FLAG', first: true };
const ALIASES: ReferenceField = { member: 'aliases', input: 'CODES' };

export const FIELDS: Readonly<Record<ReferenceName, readonly ReferenceField[]>> = {
  'payment-gateway': [
    ...HEAD,
    { member: 'suspenseCode', input: 'LEDGER_CODE' },
    { member: 'successCodes', input: 'CODES' },
    ACTIVE,
  ],
  agent: [
    ...HEAD,
    { member: 'shares', input: 'SHARES', isRequired: true },
    ...(['payeeAccount', 'taxClass'] as const).map(text),
    ACTIVE,
  ],
  custodian: [
    ...HEAD,
    { member: 'settles', input: 'CHOICE', choices: ['OWN', 'CUSTODIAN'], isRequired: true },
    ...(['depositoryCode', 'partyId', 'settlementAccount', 'email'] as const).map(text),
    ACTIVE,
  ],
  'portfolio-type': [
    ...HEAD,
    ALIASES,
    {
      member: 'portfolioClass',
      input: 'CHOICE',
      choices: ['EXCHANGE', 'MANAGED'],
      isRequired: true,
    },
    { member: 'exchangeName', input: 'EXCHANGE' },
    ACTIVE,
  ],
  'customer-group': [...HEAD, ALIASES, ACTIVE],
  'business-office': [
    ...HEAD,
    ALIASES,
    ...(['currency', 'timeZone'] as const).map(needed),
    { member: 'orderDateOrder', input: 'CHOICE', choices: ['DAY_FIRST', 'MONTH_FIRST'] },
    { member: 'fourEyesThreshold', input: 'AMOUNT' },
    { member: 'customerApproval', input: 'FLAG', first: false },
    ACTIVE,
  ],
};

// Wire shapes of account rules.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireDate,
  wireDecimal,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { ACCOUNT_RULE } from '../limits.js';

const amount = (description: string) => Type.Optional(wireDecimal({ description, least: 0 }));

const members = {
  cashAccountName: wireText({ description: "The customer's cash account, by code" }),
  overdraftLimit: amount('Maximum amount below zero, in the major unit; default: 0'),
  minimumBalance: amount('Minimum balance; cannot be combined with an overdraft; default: 0'),
  lien: amount('Amount reserved for the firm or a third party; default: 0'),
  lienReason: Type.Optional(
    wireText({ description: 'Beneficiary and reason; required with a lien' }),
  ),
  maxNoOfDebits: Type.Optional(
    wireInteger({
      description: 'Free debits per month; default: unlimited',
      least: 1,
      most: ACCOUNT_RULE.debitsMax,
    }),
  ),
  earlyWithdrawalRate: Type.Optional(
    wireDecimal({
      description:
        'Percent charged on a debit that is early or beyond the limit; such debits are refused ' +
        'if absent',
      least: 0,
      most: 100,
    }),
  ),
  lockedUntil: Type.Optional(wireDate({ description: 'Date before which debits are early' })),
};

/** A rule as proposed and as stored in its versions. */
export const accountRuleBody = closedObject(members);
export type AccountRuleBody = Static<typeof accountRuleBody>;

export const accountRuleProposal = closedObject({ ...members, ...changeReason });
export type AccountRuleProposal = Static<typeof accountRuleProposal>;

export const accountRuleQuery = closedObject({ ...pageBS });

export const accountRuleRecord = openObject({
  id: wireId(),
  name: wireText({ description: 'The account' }),
  ...members,
  currency: wireText(),
  version: wireInteger({ description: 'Version in force' }),
  ...stampShape,
});

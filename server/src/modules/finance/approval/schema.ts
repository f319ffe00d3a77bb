// Wire shapes of approval policies.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { ROLE_NAMES } from '../../identity/index.js';
import { APPROVAL } from '../limits.js';
import { TRANSACTION_TYPES } from '../schema.js';

const band = closedObject({
  from: wireDecimal({ description: 'Lowest amount of the band, in the major unit', least: 0 }),
  approvals: wireInteger({
    description: 'Number of approvers; with 0, a maker who may approve needs no other person',
    least: 0,
    most: APPROVAL.approvalsMax,
  }),
  roles: Type.Optional(
    Type.Array(wireChoice(ROLE_NAMES), {
      description: 'Each approver needs one of these roles; default: any role that may approve',
      maxItems: ROLE_NAMES.length,
    }),
  ),
});

const members = {
  name: wireText({ description: 'The code of the policy, such as NGN-PAYMENT', longest: 60 }),
  label: wireText({ description: 'Display name', longest: 100 }),
  currency: wireText({ description: 'ISO 4217 code', longest: 3 }),
  transType: Type.Optional(
    wireChoice(TRANSACTION_TYPES, { description: 'Type of transaction; default: every type' }),
  ),
  businessOfficeName: Type.Optional(
    wireText({ description: 'Business office, by code; default: every office' }),
  ),
  bands: Type.Array(band, { minItems: 1, maxItems: APPROVAL.bandsMax }),
  active: Type.Optional(wireFlag({ description: 'Whether the policy is in force; default: true' })),
};

/** A policy as proposed and as stored in its versions. */
export const approvalPolicyBody = closedObject(members);
export type ApprovalPolicyBody = Static<typeof approvalPolicyBody>;

export const approvalPolicyProposal = closedObject({ ...members, ...changeReason });
export type ApprovalPolicyProposal = Static<typeof approvalPolicyProposal>;

export const approvalPolicyQuery = closedObject({ ...pageBS });

export const approvalPolicyRecord = openObject({
  id: wireId(),
  ...members,
  version: wireInteger({ description: 'Version in force' }),
  ...stampShape,
});

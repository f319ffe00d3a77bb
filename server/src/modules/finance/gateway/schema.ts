// Wire shapes of payment gateways.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { CHART, GATEWAY } from '../limits.js';

const members = {
  name: wireText({
    description: 'Code of the gateway, which cash transactions send as transactionProcessor',
    longest: GATEWAY.codeLength,
  }),
  label: wireText({ description: 'Display name', longest: 100 }),
  active: Type.Optional(
    wireFlag({ description: 'If false, new transactions cannot use the gateway; default: true' }),
  ),
  suspenseCode: Type.Optional(
    wireText({
      description:
        'Chart code of the account for receipts until the gateway settles; an asset that is ' +
        'client money. Default: GATEWAY:SUSPENSE',
      longest: CHART.codeLength,
    }),
  ),
  successCodes: Type.Array(wireText({ longest: GATEWAY.successCodeLength }), {
    description:
      'The values of transProcessorResponse that mean success, compared exactly. A ' +
      'transaction with any other value needs a second person',
    maxItems: GATEWAY.successCodesMax,
  }),
};

/** A gateway as proposed and as stored in its versions. */
export const gatewayBody = closedObject(members);
export type GatewayBody = Static<typeof gatewayBody>;

export const gatewayProposal = closedObject({ ...members, ...changeReason });

export const gatewayQuery = closedObject({ ...pageBS });

export const gatewayRecord = openObject({
  id: wireId(),
  ...members,
  version: wireInteger({ description: 'Version in force' }),
  ...stampShape,
});

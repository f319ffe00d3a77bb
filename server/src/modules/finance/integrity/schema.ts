// Wire shapes of the integrity check.

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { clientMoneyMembers } from '../report/ledger-schema.js';

export const integrityReply = closedObject({
  holds: wireFlag({ description: 'True if every invariant holds' }),
  invariants: Type.Array(
    closedObject({
      number: wireInteger(),
      name: wireText(),
      holds: wireFlag(),
      rowsChecked: wireInteger(),
      violations: wireInteger(),
      examples: Type.Array(closedObject({ id: wireId(), finding: wireText() })),
    }),
  ),
  clientMoney: Type.Array(
    closedObject({ businessOfficeName: wireText(), currency: wireText(), ...clientMoneyMembers }),
  ),
});

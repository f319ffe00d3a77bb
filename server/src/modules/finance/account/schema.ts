// Wire shape of an account. Amounts are of the major unit.

import { Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  wireChoice,
  wireDecimal,
  wireFlag,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { ACCOUNT_CLASSES } from '../chart/code.js';

const amount = (description: string) => wireDecimal({ description });

export const accountReply = closedObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  acctType: wireText({ description: 'CUSTOMER_CASH, or a code of the chart' }),
  acctClass: wireChoice(ACCOUNT_CLASSES),
  currency: wireText(),
  businessOfficeId: wireText({ description: 'As text' }),
  businessOfficeName: wireText(),
  customerId: Type.Optional(wireId({ description: 'Whose account it is, unless of the firm' })),
  customerName: Type.Optional(wireText()),
  clearedBalance: amount('What is there and counts'),
  unClearedBalance: amount(
    'Proceeds of sales that are not settled, and receipts before their value date',
  ),
  heldBalance: amount('What is held for orders and payments that wait'),
  overdraftLimit: amount('How far it may be overdrawn'),
  minimumBalance: amount('What must stay'),
  lienBalance: amount('What is pledged'),
  availableBalance: amount('What may be spent: cleared, less holds, down to the floor'),
  ...stampShape,
});

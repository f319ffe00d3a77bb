// Wire shape of an account. Amounts are in the major unit.

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
  companyName: wireText({
    description: 'Same value as `businessOfficeName`, for clients of the original API',
  }),
  companyLabel: wireText({ description: "The business office's label" }),
  customerId: Type.Optional(
    wireId({ description: "The account holder; absent for the firm's accounts" }),
  ),
  customerName: Type.Optional(wireText()),
  clearedBalance: amount('Balance that has reached its value date'),
  unClearedBalance: amount('Proceeds of unsettled sales, and receipts before their value date'),
  heldBalance: amount('Amount held for orders and pending payments'),
  overdraftLimit: amount('Maximum amount below zero'),
  minimumBalance: amount('Smallest balance'),
  lienBalance: amount('Pledged'),
  availableBalance: amount(
    'Amount that can be spent: cleared balance less holds, down to the floor',
  ),
  ...stampShape,
});

// Wire shapes of contract notes as documents, the result of checking them, and the sealing keys.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';

const given = Type.Optional;

export const VerifyQuery = closedObject({
  c: wireText({ description: "The code in the note's QR code", longest: 400 }),
});

/** The result of checking a code. If the code is not genuine, all other members are absent. */
export const NoteVerification = openObject({
  genuine: wireFlag({ description: 'Whether the code is genuine and matches its stored note' }),
  name: given(wireText({ description: 'Number of the note' })),
  businessOffice: given(wireText({ description: 'The business office that issued the note' })),
  customerLabel: given(wireText({ description: 'The customer, masked' })),
  orderType: given(wireChoice(['BUY', 'SELL'], { description: 'Side' })),
  securityName: given(wireText({ description: 'Code of the security' })),
  exchange: given(wireText({ description: 'Code of the exchange' })),
  quantity: given(wireText({ description: 'Units' })),
  currency: given(wireText({ description: 'Currency of the amount' })),
  tradeDate: given(wireDate({ description: 'Trade date' })),
  settlementDate: given(wireDate({ description: 'Settlement date' })),
  netAmount: given(wireDecimal({ description: 'Amount that the customer pays or receives' })),
  reversed: given(
    wireFlag({ description: 'Whether the note has been reversed since it was sealed' }),
  ),
  reversedDttm: given(wireInstant({ description: 'Time of the reversal' })),
  replacedByName: given(wireText({ description: 'Number of the note that replaced this one' })),
  sealedDttm: given(wireInstant({ description: 'Time at which the note was sealed' })),
});

export const SealKeyQuery = closedObject({ ...pageBS });

/** The public half of a sealing key. With it, anyone can check notes independently of us. */
export const SealKeyRecord = openObject({
  name: wireText({ description: 'RFC 7638 thumbprint of the key, which notes contain' }),
  active: wireFlag({ description: 'Whether the key seals new notes; all keys verify seals' }),
  publicJwk: Type.Record(Type.String(), Type.Unknown(), { description: 'Ed25519, RFC 8037' }),
  createdDttm: wireInstant(),
});

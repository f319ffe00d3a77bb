// Wire shape of the likely duplicates in a reply.

import { Type } from '@sinclair/typebox';
import { closedObject, wireChoice, wireId, wireText } from '../../../platform/http/shape/wire.js';
import { MATCH_KINDS } from './match.js';

/** Likely duplicates, most reliable matches first. */
export const duplicates = Type.Array(
  closedObject({
    id: wireId(),
    name: wireText(),
    label: wireText(),
    kind: wireChoice(['CUSTOMER', 'LEAD', 'CONTACT']),
    matchedOn: Type.Array(wireChoice(MATCH_KINDS)),
  }),
);

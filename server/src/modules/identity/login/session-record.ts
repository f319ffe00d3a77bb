// The wire shape and record of a live session.

import { Type } from '@sinclair/typebox';
import { wireInstant, wireText } from '../../../platform/http/shape/wire.js';
import type { SessionRow } from './session-queries.js';

export const sessionShape = {
  session: wireText({ description: 'Id of the session' }),
  createdDttm: wireInstant({ description: 'Time of the login' }),
  lastUsedDttm: Type.Optional(wireInstant({ description: 'Time of the last token refresh' })),
  expiresDttm: wireInstant({ description: 'Latest time at which the session expires' }),
  address: Type.Optional(wireText({ description: 'Network address of the login' })),
};

/** The id of a session in a path. */
export const sessionId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'Id of the session',
});

/** Returns the wire record of a session. */
export function sessionRecord(row: SessionRow) {
  return {
    session: row.id,
    createdDttm: row.createdAt,
    ...(row.usedAt === null ? {} : { lastUsedDttm: row.usedAt }),
    expiresDttm: row.expiresAt,
    ...(row.address === null ? {} : { address: row.address }),
  };
}

// Identity events: sessions, and heads of the audit chain.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventKinds } from '../../platform/events/catalogue.js';

const session = (summary: string): EventDeclaration => ({
  summary,
  permission: 'identity.audit.read',
  data: { session: Type.String({ description: 'The id of the session' }) },
});

export const identityEvents = eventKinds({
  'session.opened': session('A user or API client logged in; the subject is the principal'),
  'session.ended': session('A session was ended before it expired; the subject is its principal'),
  'audit.head-published': {
    summary: 'The head of the audit chain, to be stored elsewhere; sent at most once an hour',
    permission: 'identity.audit.read',
    data: {
      position: Type.String({ description: 'Position in the chain, which is also the subject' }),
      hash: Type.String({
        description: 'Hash of the link at this position; send both to `security/audit/verify`',
      }),
    },
  },
});

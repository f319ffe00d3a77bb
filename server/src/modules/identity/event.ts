// Events of identity: sessions, heads of the audit chain, and changes to reference data from the
// proposal to the decision.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventKinds } from '../../platform/events/catalogue.js';

const changeKind = (summary: string): EventDeclaration => ({
  summary,
  permission: 'system.change.read',
  data: {
    kind: Type.String({ description: 'The kind of reference data' }),
    subject: Type.String({ description: 'Which of its kind' }),
    version: Type.Optional(Type.Integer({ description: 'The version that came of it' })),
  },
});

const session = (summary: string): EventDeclaration => ({
  summary,
  permission: 'identity.audit.read',
  data: { session: Type.String({ description: 'The id of the session' }) },
});

export const identityEvents = eventKinds({
  'session.opened': session('A user or API client logged in; the subject is who did'),
  'session.ended': session('A session was ended before its time; the subject is whose it was'),
  'audit.head-published': {
    summary: 'The head of the audit chain, to be kept elsewhere; one an hour where there was work',
    permission: 'identity.audit.read',
    data: {
      position: Type.String({ description: 'Position in the chain, also the subject' }),
      hash: Type.String({ description: 'Hash of its link: `security/audit/verify` takes both' }),
    },
  },
  'reference-change.proposed': changeKind('A change to reference data waits for its decision'),
  'reference-change.approved': changeKind('A second person approved a change, which holds'),
  'reference-change.rejected': changeKind('A second person rejected a change'),
  'reference-change.withdrawn': changeKind('Who proposed a change took it back'),
});

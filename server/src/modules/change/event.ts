// Events about changes to reference data, from the proposal to the decision.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventKinds } from '../../platform/events/catalogue.js';

const changeKind = (summary: string): EventDeclaration => ({
  summary,
  permission: 'system.change.read',
  data: {
    kind: Type.String({ description: 'The kind of reference data' }),
    subject: Type.String({ description: 'The business key of the record within its kind' }),
    version: Type.Optional(Type.Integer({ description: 'The version that the change became' })),
  },
});

export const changeEvents = eventKinds({
  'reference-change.proposed': changeKind('A change to reference data was proposed'),
  'reference-change.approved': changeKind(
    'A second person approved a change, which is now in force',
  ),
  'reference-change.rejected': changeKind('A second person rejected a change'),
  'reference-change.withdrawn': changeKind('The maker of a change withdrew it'),
});

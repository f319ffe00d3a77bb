// Domain events of corporate actions, from announcement to end.

import { Type } from '@sinclair/typebox';
import { type EventDeclaration, eventKinds } from '../../../platform/events/catalogue.js';

const ofTerms = (summary: string): EventDeclaration => ({
  summary,
  permission: 'custody.corporate-action.read',
  data: {
    name: Type.String({ description: 'The name of the event' }),
    kind: Type.String({ description: 'ISO 15022, field 22F, CAEV' }),
    security: Type.String({ description: 'The code of the security' }),
    exDate: Type.String({ format: 'date' }),
    termsVersion: Type.Integer({ description: 'The version of the terms' }),
  },
});

export const corporateActionEvents = eventKinds({
  'corporate-action.announced': ofTerms('A corporate action, or a new version, was announced'),
  'corporate-action.confirmed': ofTerms('A corporate action, or a new version, was confirmed'),
  'corporate-action.cancelled': ofTerms('A corporate action was cancelled'),
  'corporate-action.defaulted': ofTerms(
    'The issuer of a corporate action has defaulted on its payment',
  ),
});

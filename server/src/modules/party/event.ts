// Customer events. They contain no personal data except ids.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../platform/events/catalogue.js';

const permission = 'party.customer.read';

export const partyEvents = eventKinds({
  'customer.created': { summary: 'A customer was opened', permission },
  'customer.updated': {
    summary: 'A customer was updated',
    permission,
    data: { status: Type.String({ description: 'The status of the customer after the change' }) },
  },
  'customer.agent-changed': {
    summary: "A customer's agent was set or removed",
    permission,
    data: {
      agent: Type.Union([Type.String(), Type.Null()], {
        description: 'The code of the agent; null if there is none',
      }),
    },
  },
  'customer.approved': { summary: 'A second person approved a customer', permission },
  'customer.rejected': { summary: 'A second person rejected a customer', permission },
});

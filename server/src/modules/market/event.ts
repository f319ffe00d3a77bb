// Events of the market's reference data.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../platform/events/catalogue.js';

const permission = 'market.security.read';
const data = { name: Type.String({ description: 'The code of the security' }) };

export const marketEvents = eventKinds({
  'security.created': { summary: 'A security was made', permission, data },
  'security.updated': { summary: 'Members of a security were changed', permission, data },
});

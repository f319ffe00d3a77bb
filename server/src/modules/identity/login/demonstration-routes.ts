// Routes for the sign-in page: its data, and the sign-in to a demonstration.

import { Type } from '@sinclair/typebox';
import { PUBLIC, type Route, raw, read } from '../../../platform/http/route.js';
import {
  closedObject,
  wireChoice,
  wireDate,
  wireFlag,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { DEMO_ROLES } from '../principal/first-start.js';
import type { Guard } from '../principal/guard.js';
import { readAbout, signInToDemonstration } from './demonstration.js';
import { tokenReply } from './schema.js';

const demoRole = wireChoice(DEMO_ROLES, { description: 'Role of a demonstration user' });

const aboutReply = closedObject({
  version: wireText({ description: 'Version of the program' }),
  firmName: Type.Optional(
    wireText({ description: 'Name of the firm, from the letterhead of its first office' }),
  ),
  demo: wireFlag({ description: 'Whether this is a demonstration without real data' }),
  businessDate: wireDate({ description: 'The current business date' }),
  timeZone: Type.Optional(wireText({ description: 'Time zone of the first office (IANA)' })),
  demoRoles: Type.Optional(
    Type.Array(demoRole, {
      description:
        'Roles for `demo/sign-in`; only in a demonstration, and only for callers on the same ' +
        'machine',
    }),
  ),
});

/** Returns the routes of the sign-in page. */
export function demonstrationRoutes(guard: Guard): readonly Route[] {
  return [
    read({
      path: 'console/about',
      operation: 'readAbout',
      summary: 'Firm and program version, for the sign-in page',
      permission: PUBLIC,
      reply: aboutReply,
      run: (call) => readAbout(call, guard),
    }),
    raw({
      permission: PUBLIC,
      sensitive: true,
      method: 'POST',
      path: 'demo/sign-in',
      operation: 'signInToDemonstration',
      summary: 'Sign in to a demonstration on this machine, without a password',
      description:
        'Only available with `--demo`, without COUNTINGHOUSE_PUBLIC_URL, and for callers on ' +
        'the same machine. Otherwise the reply is 404. It is 401 if the role’s user has been ' +
        'changed since the first start.',
      body: closedObject({ role: demoRole }),
      reply: tokenReply,
      run: (call, { body }) => signInToDemonstration(call, guard, body.role),
    }),
  ];
}

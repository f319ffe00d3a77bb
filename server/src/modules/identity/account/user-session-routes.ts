// Routes that let administrators list and end users' sessions.

import { PAGE_BS, pageBS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import { closedObject, openObject, wireId } from '../../../platform/http/shape/wire.js';
import { sessionId, sessionShape } from '../login/session-record.js';
import type { Guard } from '../principal/guard.js';
import { identityProblems as problems } from '../problems.js';
import { endUserSession, userSessions } from './user-session.js';

/** Returns the routes for users' sessions. */
export function userSessionRoutes(guard: Guard): readonly Route[] {
  return [
    list({
      path: 'security/user/session/list',
      operation: 'listUserSessions',
      summary: 'The live sessions of a staff user, newest first',
      permission: 'identity.session.read',
      paging: PAGE_BS,
      query: closedObject({ u: wireId({ description: 'Id of the user' }), ...pageBS }),
      reply: closedObject(sessionShape),
      run: (call, { query }) => userSessions(call, query.u, pageOf(query, PAGE_BS)),
    }),
    write({
      method: 'PUT',
      path: 'security/user/session/end/id/{id}',
      operation: 'endUserSession',
      summary: 'End one session of a staff user',
      permission: 'identity.session.end',
      scope: 'OFFICE',
      params: openObject({ id: sessionId }),
      problems: [problems.GRANT_BEYOND_OWN],
      run: (work, { params }) => endUserSession(work, guard, params.id),
    }),
  ];
}

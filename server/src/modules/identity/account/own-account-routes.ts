// Routes that let users manage their own account. API clients cannot call them.

import { Type } from '@sinclair/typebox';
import { PAGE_BS, pageBS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import {
  closedObject,
  openObject,
  wireFlag,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { PASSWORD, SECOND_FACTOR } from '../limits.js';
import { sessionId, sessionShape } from '../login/session-record.js';
import type { Guard } from '../principal/guard.js';
import { identityProblems as problems } from '../problems.js';
import {
  beginSecondFactor,
  changeOwnPassword,
  confirmSecondFactor,
  endOwnSession,
  endSecondFactor,
  ownSecondFactor,
  ownSessions,
  refuseWrongPassword,
} from './own-account.js';

const OWN = { permission: 'system.own-account.change', sensitive: true, scope: 'OFFICE' } as const;
const READ = { permission: 'system.own-account.read' } as const;

const currentPassword = wireText({
  description: 'The current password',
  longest: 2 * PASSWORD.charactersMax,
});

const ownSession = closedObject({
  ...sessionShape,
  current: wireFlag({ description: 'True for the session of this request' }),
});

const factorRecord = closedObject({
  on: wireFlag({ description: 'True if a login requires a code' }),
  confirmedDttm: Type.Optional(
    wireInstant({ description: 'Time at which the second factor was turned on' }),
  ),
  recoveryCodesLeft: Type.Optional(wireInteger({ description: 'Number of unused recovery codes' })),
});

// These members are shown only once. A repeated request does not return them.
const beginReply = closedObject({
  secret: Type.Optional(wireText({ description: 'Secret for the authenticator app, base32' })),
  uri: Type.Optional(wireText({ description: 'The secret as an otpauth:// URI' })),
});

const confirmReply = closedObject({
  recoveryCodes: Type.Optional(
    Type.Array(wireText(), { description: 'Recovery codes, each valid for one login' }),
  ),
});

/** Returns all routes for a user's own account. */
export function ownAccountRoutes(guard: Guard): readonly Route[] {
  return [passwordRoute(guard), ...factorRoutes(guard), ...sessionRoutes(guard)];
}

function passwordRoute(guard: Guard): Route {
  return write({
    ...OWN,
    method: 'PUT',
    path: 'security/own/password',
    operation: 'changeOwnPassword',
    summary: 'Change your password, which ends all your sessions',
    body: closedObject({
      password: currentPassword,
      newPassword: wireText({
        description: `${PASSWORD.charactersMin} to ${PASSWORD.charactersMax} characters`,
        longest: 2 * PASSWORD.charactersMax,
      }),
    }),
    problems: [
      problems.OWN_PASSWORD_WRONG,
      problems.PASSWORD_TOO_WEAK,
      problems.PASSWORD_TOO_COMMON,
    ],
    precheck: (call, { body }) => refuseWrongPassword(call, guard, body.password),
    run: (work, { body }) => changeOwnPassword(work, guard, body.newPassword),
  });
}

function factorRoutes(guard: Guard): readonly Route[] {
  const withPassword = closedObject({ password: currentPassword });
  return [
    read({
      ...READ,
      path: 'security/own/second-factor',
      operation: 'readOwnSecondFactor',
      summary: 'Whether your login requires a code',
      reply: factorRecord,
      run: (call) => ownSecondFactor(call),
    }),
    write({
      ...OWN,
      method: 'POST',
      path: 'security/own/second-factor/begin',
      operation: 'beginSecondFactor',
      summary: 'Begin the setup of a second factor (RFC 6238); its secret is shown once',
      body: withPassword,
      problems: [problems.OWN_PASSWORD_WRONG, problems.SECOND_FACTOR_EXISTS],
      precheck: (call, { body }) => refuseWrongPassword(call, guard, body.password),
      reply: beginReply,
      run: (work) => beginSecondFactor(work),
    }),
    write({
      ...OWN,
      method: 'POST',
      path: 'security/own/second-factor/confirm',
      operation: 'confirmSecondFactor',
      summary: 'Turn on the second factor with its first code; recovery codes are shown once',
      body: closedObject({
        code: wireText({ description: 'The current code', longest: SECOND_FACTOR.digits + 4 }),
      }),
      problems: [
        problems.SECOND_FACTOR_EXISTS,
        problems.SECOND_FACTOR_MISSING,
        problems.SECOND_FACTOR_CODE_WRONG,
      ],
      reply: confirmReply,
      run: (work, { body }) => confirmSecondFactor(work, guard, body.code),
    }),
    write({
      ...OWN,
      method: 'POST',
      path: 'security/own/second-factor/end',
      operation: 'endSecondFactor',
      summary: 'Turn off the second factor',
      body: withPassword,
      problems: [problems.OWN_PASSWORD_WRONG, problems.SECOND_FACTOR_MISSING],
      precheck: (call, { body }) => refuseWrongPassword(call, guard, body.password),
      run: (work) => endSecondFactor(work),
    }),
  ];
}

function sessionRoutes(guard: Guard): readonly Route[] {
  return [
    list({
      ...READ,
      path: 'security/own/session/list',
      operation: 'listOwnSessions',
      summary: 'Your live sessions, newest first',
      paging: PAGE_BS,
      query: closedObject({ ...pageBS }),
      reply: ownSession,
      run: (call, { query }) => ownSessions(call, guard, pageOf(query, PAGE_BS)),
    }),
    write({
      ...OWN,
      method: 'PUT',
      path: 'security/own/session/end/{session}',
      operation: 'endOwnSession',
      summary: 'End one of your sessions',
      params: openObject({ session: sessionId }),
      run: (work, { params }) => endOwnSession(work, guard, params.session),
    }),
  ];
}

// Routes for forgotten passwords: requests, links created by administrators, and the use of a link.

import { Type } from '@sinclair/typebox';
import { PUBLIC, type Route, write } from '../../../platform/http/route.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireId,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { PASSWORD, PASSWORD_RESET } from '../limits.js';
import type { Guard } from '../principal/guard.js';
import { identityProblems as problems } from '../problems.js';
import { DELIVERIES, makeCustomerLink, makeUserLink } from './link.js';
import { requestPassword } from './request.js';
import { refuseVoidLink, resetPassword } from './reset.js';

const username = wireText({
  description: 'User name or e-mail address',
  longest: PASSWORD_RESET.loginCharactersMax,
});

const delivery = wireChoice(DELIVERIES, {
  description:
    'EMAIL: sent to the address on record. SHOWN: shown once in this reply; you are then the ' +
    "setter of the password, and neither of you can approve the other's work",
});

const linkReply = openObject({
  delivery,
  expiresDttm: wireInstant({ description: 'Expiry time of the link' }),
  link: Type.Optional(
    wireText({ description: 'The link; only with SHOWN, and only once', longest: 2_000 }),
  ),
});

const REQUEST = { method: 'POST', sensitive: true, accepted: true } as const;

const ACCEPTED =
  'The reply and its timing are the same whether or not the name exists. A link is sent to the ' +
  'e-mail address on record, if there is one.';

/** Returns all password reset routes. */
export function passwordResetRoutes(guard: Guard): readonly Route[] {
  return [...requestRoutes(), useRoute(guard), ...linkRoutes(guard)];
}

function requestRoutes(): readonly Route[] {
  const body = closedObject({ username });
  return [
    write({
      ...REQUEST,
      path: 'security/password/forgot',
      operation: 'requestPassword',
      summary: 'Request a link to set a new password, as a user or a customer',
      description: ACCEPTED,
      permission: PUBLIC,
      body,
      example: { username: 'jane.doe' },
      run: (work, { body: { username: login } }) => requestPassword(work, login, 'ANYONE'),
    }),
    write({
      ...REQUEST,
      path: 'security/customer/forgot-password',
      operation: 'requestCustomerPassword',
      summary: 'Request a link to set a new portal password, for a customer at a portal',
      description: `${ACCEPTED} Only customers of your business offices get one.`,
      permission: 'identity.customer.login',
      scope: 'OFFICE',
      body,
      example: { username: 'jane.doe' },
      run: (work, { body: { username: login } }) => requestPassword(work, login, 'PORTAL'),
    }),
  ];
}

function useRoute(guard: Guard): Route {
  return write({
    method: 'POST',
    path: 'security/password/reset',
    operation: 'resetPassword',
    summary: 'Set a new password with the token of a link, which works once and ends all sessions',
    description: 'A second factor remains turned on, so the next login needs its code.',
    permission: PUBLIC,
    sensitive: true,
    body: closedObject({
      token: wireText({ description: 'The text after `#token=` in the link', longest: 128 }),
      newPassword: wireText({
        description: `New password, up to ${PASSWORD.charactersMax} characters`,
        longest: 2 * PASSWORD.charactersMax,
      }),
    }),
    problems: [
      problems.PASSWORD_LINK_VOID,
      problems.PASSWORD_TOO_WEAK,
      problems.PASSWORD_TOO_COMMON,
    ],
    precheck: (call, { body }) => refuseVoidLink(call, guard, body.token),
    run: (work, { body }) => resetPassword(work, guard, body),
  });
}

function linkRoutes(guard: Guard): readonly Route[] {
  const making = { method: 'POST', scope: 'OFFICE', sensitive: true, reply: linkReply } as const;
  return [
    write({
      ...making,
      path: 'security/user/reset-link',
      operation: 'makeUserResetLink',
      summary: 'Create a link with which a user can set a new password once, within 24 hours',
      permission: 'identity.user.update',
      body: closedObject({ id: wireId({ description: 'Id of the user' }), delivery }),
      problems: [
        problems.GRANT_BEYOND_OWN,
        problems.PRINCIPAL_DISABLED,
        problems.PASSWORD_LINK_UNSENDABLE,
      ],
      run: (work, { body }) => makeUserLink(work, guard, body),
    }),
    write({
      ...making,
      path: 'security/customer/reset-link',
      operation: 'makeCustomerResetLink',
      summary:
        'Create a link with which a customer can set a new portal password once, ' +
        'within 24 hours',
      permission: 'party.customer.update',
      body: closedObject({ id: wireId({ description: 'Id of the customer' }), delivery }),
      problems: [problems.PASSWORD_LINK_UNSENDABLE],
      run: (work, { body }) => makeCustomerLink(work, guard, body),
    }),
  ];
}

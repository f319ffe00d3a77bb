// The identity module's refusals. OAuth refusals also have the `error` member of RFC 6749.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const identityProblems = defineProblems({
  PRINCIPAL_NAME_TAKEN: [409, 'Another user or API client has this name.'],
  LAST_ADMINISTRATOR: [409, 'The last administrator cannot be disabled or lose the role.'],
  PRINCIPAL_DISABLED: [409, 'The user or API client is already disabled.'],
  GRANT_BEYOND_OWN: [
    403,
    'You cannot grant or change permissions or offices that you do not have yourself.',
  ],
  PASSWORD_CHANGE_NEEDED: [409, 'You must change your password first.'],
  OWN_WORK: [403, 'You cannot approve your own work.'],
  PASSWORD_TOO_WEAK: [422, 'The password is too short, too long, or the same as the user name.'],
  PASSWORD_TOO_COMMON: [422, 'The password is too easy to guess.'],
  PASSWORD_LINK_VOID: [
    422,
    'The password link is unknown or expired, or has already been used or replaced.',
  ],
  PASSWORD_LINK_UNSENDABLE: [
    422,
    'The link cannot be sent, because there is no e-mail address or no e-mail gateway.',
  ],
  OWN_PASSWORD_WRONG: [422, 'The current password is wrong.'],
  SECOND_FACTOR_NEEDED: [401, 'The password is correct. A second-factor code is also required.'],
  SECOND_FACTOR_WRONG: [401, 'The second-factor code is wrong or has already been used.'],
  SECOND_FACTOR_CODE_WRONG: [422, 'The code is wrong or has expired.'],
  SECOND_FACTOR_EXISTS: [409, 'The second factor is already turned on.'],
  SECOND_FACTOR_MISSING: [409, 'The second factor is not turned on.'],
  PASSKEY_REFUSED: [422, 'The passkey response does not match an open challenge from this server.'],
  TOO_MANY_PASSKEYS: [409, 'A user can have at most twenty passkeys.'],
  TOO_MANY_KEPT: [409, 'A user can save at most 100 views, 50 settings and 200 mappings.'],
  AUDIT_HEADS_UNREADABLE: [503, 'The audit heads file cannot be read. Nothing was verified.'],
  OAUTH_INVALID_REQUEST: [400, 'The token request has a missing or duplicate parameter.'],
  OAUTH_INVALID_CLIENT: [401, 'The client could not be authenticated.'],
  OAUTH_INVALID_GRANT: [
    400,
    'The refresh token is unknown, expired or used, or belongs to another client.',
  ],
  OAUTH_UNAUTHORIZED_CLIENT: [400, 'This kind of caller is not allowed to use this grant type.'],
  OAUTH_UNSUPPORTED_GRANT_TYPE: [400, 'This server does not support the grant type.'],
});

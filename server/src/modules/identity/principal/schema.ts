// Wire shapes of users, API clients and roles.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { PASSWORD, PRINCIPAL } from '../limits.js';
import { ROLE_NAMES } from '../role.js';
import { ACCESSES } from './permission-list.js';

const roles = Type.Array(wireChoice(ROLE_NAMES, { description: 'Role that grants permissions' }), {
  minItems: 1,
  maxItems: PRINCIPAL.rolesMax,
});
const officeIds = Type.Array(wireId({ description: 'Business office' }), {
  minItems: 1,
  maxItems: PRINCIPAL.officesMax,
});
const label = wireText({ description: 'Display name' });
const emailAddress = wireText({ description: 'E-mail address' });
const password = wireText({
  description: `Password, ${PASSWORD.charactersMin} to ${PASSWORD.charactersMax} characters`,
  longest: 2 * PASSWORD.charactersMax,
});

export const roleReply = closedObject({
  name: wireText(),
  active: wireFlag(),
  label: wireText(),
  grants: Type.Array(wireText(), { description: 'Patterns of permissions' }),
  except: Type.Array(wireText(), {
    description: 'Patterns of permissions that are excluded from `grants`',
  }),
});

export const permissionReply = closedObject({
  permission: wireText({ description: 'The permission, as `module.noun.verb`' }),
  access: wireChoice(ACCESSES, {
    description: 'The kind of action that the permission allows on the noun',
  }),
  roles: Type.Array(wireText(), { description: 'Roles that grant the permission' }),
  operations: Type.Array(
    closedObject({
      operation: wireText({ description: 'Name of the operation' }),
      method: wireText({ description: 'HTTP method' }),
      path: wireText({ description: 'Path below the mount' }),
      summary: wireText({ description: 'Summary of the operation' }),
    }),
    { description: 'Operations that the permission allows' },
  ),
});

export const userCreate = closedObject({
  id: Type.Optional(wireId({ description: 'Must be 0 or absent', most: 0 })),
  username: wireText({ description: 'Login name', longest: PRINCIPAL.nameCharactersMax }),
  password: Type.Optional(password),
  label: Type.Optional(label),
  emailAddress: Type.Optional(emailAddress),
  roles,
  officeIds: Type.Optional(officeIds),
});

export const clientCreate = closedObject({
  id: Type.Optional(wireId({ description: 'Must be 0 or absent', most: 0 })),
  label,
  emailAddress: Type.Optional(emailAddress),
  roles,
  officeIds: Type.Optional(officeIds),
});

export const clientUpdate = closedObject({
  id: wireId({ description: 'API client' }),
  label: Type.Optional(label),
  emailAddress: Type.Optional(emailAddress),
  roles: Type.Optional(roles),
  officeIds: Type.Optional(officeIds),
  allOffices: Type.Optional(wireFlag({ description: 'True to remove the restriction to offices' })),
  active: Type.Optional(wireFlag({ description: 'False to disable the user or client' })),
});

export const userUpdate = closedObject({
  ...clientUpdate.properties,
  id: wireId({ description: 'Id of the user' }),
  password: Type.Optional(password),
  unlock: Type.Optional(wireFlag({ description: 'True to reset failed logins' })),
  resetPassword: Type.Optional(
    wireFlag({
      description:
        'True to end the sessions and generate a password, which is shown once. Until the user ' +
        'changes it, every operation except `security/own/password` is refused with ' +
        'PASSWORD_CHANGE_NEEDED',
    }),
  ),
  endSessions: Type.Optional(wireFlag({ description: 'True to end all sessions of the user' })),
  endSecondFactor: Type.Optional(
    wireFlag({
      description: 'True to remove the second factor of a user who has lost the device',
    }),
  ),
});

const filters = {
  x: Type.Optional(wireText({ description: 'Part of the name or label' })),
  role: Type.Optional(wireChoice(ROLE_NAMES, { description: 'Filter by role' })),
  permission: naming(
    'permission',
    Type.Optional(wireText({ description: 'Filter by a permission that one of the roles grants' })),
  ),
};

export const userQuery = closedObject({
  ...filters,
  state: Type.Optional(
    wireChoice(['ACTIVE', 'DISABLED', 'LOCKED'], {
      description: 'Filter by state. LOCKED: the next login is delayed',
    }),
  ),
  ...pageBS,
});

export const clientQuery = closedObject({
  ...filters,
  state: Type.Optional(wireChoice(['ACTIVE', 'DISABLED'], { description: 'Filter by state' })),
  ...pageBS,
});

const principalReply = openObject({
  id: wireId({ description: 'Record id' }),
  active: wireFlag({ description: 'False if the user or client is disabled' }),
  name: wireText({ description: 'User name or client id' }),
  username: Type.Optional(wireText({ description: 'User name; absent for an API client' })),
  clientId: Type.Optional(wireText({ description: 'Client id; absent for a user' })),
  label,
  emailAddress: Type.Optional(emailAddress),
  roles,
  officeIds: Type.Optional(officeIds),
  allOffices: wireFlag({ description: 'True if not restricted to offices' }),
  lastSeenDttm: Type.Optional(
    wireInstant({ description: 'Time of the last call, to the minute; absent if there was none' }),
  ),
  sessions: wireInteger({ description: 'Number of live sessions' }),
  ...stampShape,
});

export const userReply = openObject({
  ...principalReply.properties,
  secondFactor: wireFlag({ description: 'Whether a login requires a code' }),
  passkeys: wireInteger({ description: 'Number of passkeys' }),
  locked: wireFlag({
    description: 'Whether the next login is delayed after wrong passwords or codes',
  }),
  passwordSetByOther: wireFlag({
    description: 'Whether another user set the password and it has not been changed since',
  }),
  passwordChangeNeeded: wireFlag({
    description: 'Whether the user must change the password before calling anything else',
  }),
});

export const clientReply = openObject({
  ...principalReply.properties,
  secretSetDttm: wireInstant({ description: 'Time at which the secret was created' }),
});

/** Only the first reply contains the password. The reply to a repeated request does not. */
export const userMadeReply = openObject({
  ...userReply.properties,
  password: Type.Optional(
    wireText({ description: 'Password generated by the server; shown once' }),
  ),
});

/** Only the first reply contains the secret. The reply to a repeated request does not. */
export const clientMadeReply = openObject({
  ...clientReply.properties,
  clientSecret: Type.Optional(wireText({ description: 'Client secret, shown once' })),
});

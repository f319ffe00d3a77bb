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
    description: 'Patterns of permissions that are removed from these',
  }),
});

export const permissionReply = closedObject({
  permission: wireText({ description: 'The permission, as `module.noun.verb`' }),
  access: wireChoice(ACCESSES, { description: 'The action that it permits on the noun' }),
  roles: Type.Array(wireText(), { description: 'Roles that grant it' }),
  operations: Type.Array(
    closedObject({
      operation: wireText({ description: 'Name of the operation' }),
      method: wireText({ description: 'HTTP method' }),
      path: wireText({ description: 'Path below the mount' }),
      summary: wireText({ description: 'What it does' }),
    }),
    { description: 'Operations that it permits' },
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
  allOffices: Type.Optional(wireFlag({ description: 'True: no longer limited to offices' })),
  active: Type.Optional(wireFlag({ description: 'May call' })),
});

export const userUpdate = closedObject({
  ...clientUpdate.properties,
  id: wireId({ description: 'User' }),
  password: Type.Optional(password),
  unlock: Type.Optional(wireFlag({ description: 'True: failed logins are reset' })),
  resetPassword: Type.Optional(
    wireFlag({
      description:
        'True: the server generates a password, shown once, and the sessions end. Until the user ' +
        'changes it, every operation except `security/own/password` is refused with ' +
        'PASSWORD_CHANGE_NEEDED',
    }),
  ),
  endSessions: Type.Optional(wireFlag({ description: 'True: all sessions of the user end' })),
  endSecondFactor: Type.Optional(
    wireFlag({
      description: 'True: removes the second factor, for a user who has lost the device',
    }),
  ),
});

const filters = {
  x: Type.Optional(wireText({ description: 'Part of the name or label' })),
  role: Type.Optional(wireChoice(ROLE_NAMES, { description: 'Only principals with this role' })),
  permission: naming(
    'permission',
    Type.Optional(
      wireText({ description: 'Only principals with a role that grants this permission' }),
    ),
  ),
};

export const userQuery = closedObject({
  ...filters,
  state: Type.Optional(
    wireChoice(['ACTIVE', 'DISABLED', 'LOCKED'], {
      description: 'Only principals in this state. LOCKED: the next login is delayed',
    }),
  ),
  ...pageBS,
});

export const clientQuery = closedObject({
  ...filters,
  state: Type.Optional(
    wireChoice(['ACTIVE', 'DISABLED'], { description: 'Only principals in this state' }),
  ),
  ...pageBS,
});

const principalReply = openObject({
  id: wireId({ description: 'Record id' }),
  active: wireFlag({ description: 'May call' }),
  name: wireText({ description: 'User name or client id' }),
  username: Type.Optional(wireText({ description: 'The name, if it is a user' })),
  clientId: Type.Optional(wireText({ description: 'The name, if it is an API client' })),
  label,
  emailAddress: Type.Optional(emailAddress),
  roles,
  officeIds: Type.Optional(officeIds),
  allOffices: wireFlag({ description: 'True if not limited to offices' }),
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
    description: 'Whether another user set the password, and it has not been changed since',
  }),
  passwordChangeNeeded: wireFlag({
    description: 'Whether the user must change the password before calling anything else',
  }),
});

export const clientReply = openObject({
  ...principalReply.properties,
  secretSetDttm: wireInstant({ description: 'When the secret was created' }),
});

/** Only the first reply contains the secret; the reply to a repeated request does not. */
export const userMadeReply = openObject({
  ...userReply.properties,
  password: Type.Optional(wireText({ description: 'If the server generated it; shown once' })),
});

/** Only the first reply contains the secret; the reply to a repeated request does not. */
export const clientMadeReply = openObject({
  ...clientReply.properties,
  clientSecret: Type.Optional(wireText({ description: 'Shown once' })),
});

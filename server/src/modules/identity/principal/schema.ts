// Wire shapes of users, API clients and roles.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { PASSWORD, PRINCIPAL } from '../limits.js';
import { ROLE_NAMES } from '../role.js';

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
    description: 'Patterns of permissions that are removed from them',
  }),
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
  unlock: Type.Optional(wireFlag({ description: 'True: failed logins are forgotten' })),
  endSecondFactor: Type.Optional(
    wireFlag({
      description: 'True: removes the second factor, for a user who has lost the device',
    }),
  ),
});

export const principalQuery = closedObject({
  x: Type.Optional(wireText({ description: 'Part of the name or label' })),
  ...pageBS,
});

export const principalReply = openObject({
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
  ...stampShape,
});

/** Only the first reply contains the secret; the reply to a repeated request does not. */
export const userMadeReply = openObject({
  ...principalReply.properties,
  password: Type.Optional(wireText({ description: 'If none was given: shown once' })),
});

/** Only the first reply contains the secret; the reply to a repeated request does not. */
export const clientMadeReply = openObject({
  ...principalReply.properties,
  clientSecret: Type.Optional(wireText({ description: 'Shown once' })),
});

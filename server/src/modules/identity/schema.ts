// Wire shapes of identity: requests, records and the reply to a token request.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../platform/http/reply/paging.js';
import { stampShape } from '../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../platform/http/shape/wire.js';
import { PASSWORD, PRINCIPAL } from './limits.js';
import type { PrincipalRow } from './principal/queries.js';
import { ROLE_NAMES } from './role.js';

const secretText = (description: string) => wireText({ description, longest: 1_024 });

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

export const idParams = openObject({ id: wireId({ description: 'Record id' }) });

export const nameAndPassword = openObject({
  username: wireText({ description: 'User name, or client id' }),
  password: secretText('Password, or client secret'),
});

export const accessTokenRequest = openObject({
  ...nameAndPassword.properties,
  code: Type.Optional(
    wireText({ description: 'Code of the second factor, or a recovery code', longest: 64 }),
  ),
});

export const oauthRequest = openObject({
  grant_type: Type.Optional(
    wireText({ description: 'client_credentials or refresh_token (RFC 6749)' }),
  ),
  client_id: Type.Optional(wireText({ description: 'Client id, unless sent by HTTP Basic' })),
  client_secret: Type.Optional(secretText('Client secret, unless sent by HTTP Basic')),
  refresh_token: Type.Optional(secretText('Refresh token to exchange')),
});

export const revokeRequest = openObject({
  token: Type.Optional(wireText({ description: 'Token to revoke', longest: 8_192 })),
  token_type_hint: Type.Optional(wireText({ description: 'Ignored' })),
  client_id: Type.Optional(wireText({ description: 'Client id, unless sent by HTTP Basic' })),
  client_secret: Type.Optional(secretText('Client secret, unless sent by HTTP Basic')),
});

export const tokenReply = openObject({
  access_token: wireText({ description: 'Signed JWT (ES256)', longest: 4_000 }),
  expires_in: wireInteger({ description: 'Life of the access token in seconds' }),
  refresh_token: wireText({ description: 'For grant_type refresh_token; valid once' }),
  refresh_expires_in: wireInteger({ description: 'Life of the refresh token in seconds' }),
  token_type: wireText({ description: 'Bearer' }),
  'not-before-policy': wireInteger({ description: 'Always 0' }),
  session_state: wireText({ description: 'Id of the session' }),
  scope: wireText({ description: 'Roles, separated by spaces' }),
});

/** The reply is empty, because unknown tokens are not an error (RFC 7009). */
export const revokeReply = closedObject({});

export const signingKeysReply = closedObject({
  keys: Type.Array(
    openObject({
      kid: wireText({ description: 'Key id, as in the header of a token' }),
      kty: wireText({ description: 'EC' }),
      crv: wireText({ description: 'P-256' }),
      x: wireText(),
      y: wireText(),
      alg: wireText({ description: 'ES256' }),
      use: wireText({ description: 'sig' }),
    }),
  ),
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

/** The secret is only in the first reply, not in a replay of it. */
export const userMadeReply = openObject({
  ...principalReply.properties,
  password: Type.Optional(wireText({ description: 'If none was given: shown once' })),
});

/** The secret is only in the first reply, not in a replay of it. */
export const clientMadeReply = openObject({
  ...principalReply.properties,
  clientSecret: Type.Optional(wireText({ description: 'Shown once' })),
});

const AUDIT_KINDS = ['USER', 'CLIENT', 'CUSTOMER', 'SYSTEM'] as const;

const auditFilters = {
  sd: Type.Optional(wireDate({ description: 'First day (UTC)' })),
  ed: Type.Optional(wireDate({ description: 'Last day (UTC)' })),
  u: Type.Optional(wireText({ description: 'Name of the user or client' })),
  e: Type.Optional(wireText({ description: 'Event: operation, or message code' })),
  r: Type.Optional(wireId({ description: 'Id of the record' })),
  k: Type.Optional(wireChoice(AUDIT_KINDS, { description: 'Kind of the principal' })),
  a: Type.Optional(wireText({ description: 'Network address' })),
};

export const auditFileQuery = closedObject(auditFilters);
export const auditQuery = closedObject({ ...auditFilters, ...pageBS });

const auditMembers = {
  id: wireId({ description: 'Entry' }),
  at: wireText({ description: 'Time, ISO 8601' }),
  principalKind: wireText({ description: 'user, client, customer or system' }),
  principalId: wireId({ description: 'Id of the principal; 0 if unknown' }),
  principalName: wireText({ description: 'Name of the principal' }),
  operation: wireText({ description: 'Operation that was requested' }),
  subjectId: Type.Optional(wireId({ description: 'Record of the operation' })),
  msgCode: wireText({ description: 'Outcome, as a message code' }),
  requestId: wireText({ description: 'X-Request-Id' }),
  address: Type.Optional(wireText({ description: 'Network address, of logins' })),
  position: Type.Optional(wireId({ description: 'Position in the hash chain' })),
  hash: Type.Optional(wireText({ description: 'Hash of the link' })),
  changes: wireInteger({ description: 'How many members of records were changed' }),
};

export const auditReply = openObject(auditMembers);

export const auditEntryReply = openObject({
  ...auditMembers,
  differences: Type.Array(
    openObject({
      record: wireText({ description: 'Kind of record, such as cash-transaction' }),
      recordId: wireId({ description: 'Id of the record' }),
      member: wireText({ description: 'Member of the record' }),
      before: Type.Optional(Type.Unknown({ description: 'Absent if there was no value' })),
      after: Type.Optional(Type.Unknown({ description: 'Absent if there is no value now' })),
      hidden: Type.Optional(wireFlag({ description: 'True: personal or secret, not stored here' })),
    }),
    { description: 'What the write changed in existing records' },
  ),
});

export const verifyQuery = closedObject({
  from: Type.Optional(wireId({ description: 'Position to start at; default 1' })),
  headPosition: Type.Optional(
    wireId({ description: 'Position of a head that was stored elsewhere; with `headHash`' }),
  ),
  headHash: Type.Optional(
    wireText({ description: 'Hash of that head, 64 hexadecimal digits', longest: 64 }),
  ),
});

export const verifyReply = openObject({
  valid: wireFlag({ description: 'True if every link fits' }),
  from: wireId({ description: 'First position recomputed' }),
  to: wireId({ description: 'Last position that fits' }),
  headHash: wireText({ description: 'Hash at that position' }),
  brokenAt: Type.Optional(
    wireId({ description: 'First position that does not fit, or of a missing head' }),
  ),
  reason: Type.Optional(
    wireText({
      description:
        'HASH_DIFFERS, LINK_MISSING, ENTRY_NOT_CHAINED, KEY_MISSING; HEAD_DIFFERS: the chain was ' +
        'made anew at or before that head; HEAD_MISSING: it ends before that head. For the row ' +
        'that `table` and `record` name: ROW_DIFFERS, the row was edited; CHANGE_DIFFERS, its ' +
        'row change was edited; ROW_AHEAD, its transaction number is in the future',
    }),
  ),
  table: Type.Optional(wireText({ description: 'Table of the row that does not fit' })),
  record: Type.Optional(wireText({ description: 'Its primary key, columns separated by slashes' })),
  nextFrom: Type.Optional(wireId({ description: 'Where to continue' })),
});

export const verifyRowsQuery = closedObject({
  from: Type.Optional(
    wireText({ description: '`nextFrom` of the previous reply; default: the beginning' }),
  ),
});

export const verifyRowsReply = openObject({
  valid: wireFlag({
    description: 'True if every compared row equals the result of its last change',
  }),
  rowsChecked: wireInteger({ description: 'Rows and row changes that were compared' }),
  faults: Type.Array(
    openObject({
      table: wireText({ description: 'Table of the row' }),
      record: wireText({ description: 'Its primary key, columns separated by slashes' }),
      reason: wireText({
        description:
          'ROW_DIFFERS: edited; ROW_UNKNOWN: no change made it; ROW_MISSING: missing, but no ' +
          'change removed it; ROW_WAS_EDITED: edited before a later change by the program',
      }),
    }),
    { description: 'The first rows that differ, at most 100' },
  ),
  nextFrom: Type.Optional(wireText({ description: 'Where to continue' })),
});

/** The wire record of a user or client, without its secret or hash. */
export function principalRecord(row: PrincipalRow): object {
  const names = row.kind === 'user' ? { username: row.name } : { clientId: row.name };
  return {
    id: row.id,
    active: row.active,
    name: row.name,
    label: row.label,
    ...names,
    ...(row.emailAddress === null ? {} : { emailAddress: row.emailAddress }),
    roles: row.roles,
    allOffices: row.officeIds === null,
    ...(row.officeIds === null ? {} : { officeIds: row.officeIds.map(BigInt) }),
    createdBy: row.createdBy,
    createdDttm: row.createdAt,
    lastModifiedBy: row.modifiedBy,
    lastModifiedDttm: row.modifiedAt,
  };
}

// Routes of identity: tokens, portal logins, users, API clients, roles and the audit log.

import { PAGE_BS, pageOf } from '../../platform/http/reply/paging.js';
import { list, PUBLIC, type Route, raw, read, write } from '../../platform/http/route.js';
import { auditRoutes } from './audit/routes.js';
import { customerRoutes } from './login/customer-routes.js';
import { requestAccessToken, requestToken, revokeToken } from './login/oauth.js';
import type { Guard } from './principal/guard.js';
import {
  createClient,
  createUser,
  disablePrincipal,
  rotateClientSecret,
  updatePrincipalRecord,
} from './principal/principal.js';
import type { PrincipalKind } from './principal/queries.js';
import { listPrincipalRecords, readPrincipal } from './principal/read.js';
import { listRoles } from './principal/role-list.js';
import { identityProblems as problems } from './problems.js';
import * as shape from './schema.js';

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** Every route of the module. */
export function identityRoutes(guard: Guard): readonly Route[] {
  return [
    ...tokenRoutes(guard),
    ...customerRoutes(guard),
    ...userRoutes(guard),
    ...clientRoutes(guard),
    ...principalReads('user'),
    ...principalReads('client'),
    roleList,
    ...auditRoutes(guard),
  ];
}

function tokenRoutes(guard: Guard): readonly Route[] {
  const oauth = [
    problems.OAUTH_INVALID_REQUEST,
    problems.OAUTH_INVALID_CLIENT,
    problems.OAUTH_INVALID_GRANT,
    problems.OAUTH_UNAUTHORIZED_CLIENT,
    problems.OAUTH_UNSUPPORTED_GRANT_TYPE,
  ];
  const login = { permission: PUBLIC, sensitive: true, method: 'POST', consumes: FORMS } as const;
  return [
    raw({
      ...login,
      path: 'security/request/access-token',
      operation: 'requestAccessToken',
      summary: 'Exchange a user name and password, or client id and secret, for tokens',
      body: shape.accessTokenRequest,
      reply: shape.tokenReply,
      problems: [problems.SECOND_FACTOR_NEEDED, problems.SECOND_FACTOR_WRONG],
      run: (call, { body }) =>
        requestAccessToken(call, guard, {
          name: body.username,
          secret: body.password,
          code: body.code,
        }),
    }),
    raw({
      ...login,
      mount: 'root',
      path: 'oauth/token',
      operation: 'requestOAuthToken',
      summary: 'OAuth 2 token endpoint: client_credentials and refresh_token',
      body: shape.oauthRequest,
      reply: shape.tokenReply,
      problems: oauth,
      run: (call, { body }) => requestToken(call, guard, body),
    }),
    raw({
      ...login,
      mount: 'root',
      path: 'oauth/revoke',
      operation: 'revokeOAuthToken',
      summary: 'OAuth 2 revocation: ends the session of a token',
      body: shape.revokeRequest,
      reply: shape.revokeReply,
      problems: oauth,
      run: (call, { body }) => revokeToken(call, guard, body),
    }),
    read({
      mount: 'root',
      path: '.well-known/jwks.json',
      operation: 'readSigningKeys',
      summary: 'Public keys that verify access tokens (RFC 7517)',
      permission: PUBLIC,
      reply: shape.signingKeysReply,
      run: async (call) => ({ keys: await guard.keys.all(call.context) }),
    }),
  ];
}

const changing = [problems.GRANT_BEYOND_OWN, problems.LAST_ADMINISTRATOR];

function userRoutes(guard: Guard): readonly Route[] {
  return [
    write({
      method: 'POST',
      path: 'security/user/create',
      operation: 'createUser',
      summary: 'Create a staff user; without a password, one is made and shown once',
      permission: 'identity.user.create',
      scope: 'OFFICE',
      sensitive: true,
      body: shape.userCreate,
      reply: shape.userMadeReply,
      example: { username: 'jane.doe', label: 'Jane Doe', roles: ['DEALER'] },
      problems: [
        ...changing,
        problems.PRINCIPAL_NAME_TAKEN,
        problems.PASSWORD_TOO_WEAK,
        problems.PASSWORD_TOO_COMMON,
      ],
      run: (work, { body }) => createUser(work, guard, body),
    }),
    write({
      method: 'PUT',
      path: 'security/user/update',
      operation: 'updateUser',
      summary: 'Change a staff user: the members given, only those',
      permission: 'identity.user.update',
      scope: 'OFFICE',
      sensitive: true,
      body: shape.userUpdate,
      reply: shape.principalReply,
      problems: [...changing, problems.PASSWORD_TOO_WEAK, problems.PASSWORD_TOO_COMMON],
      run: (work, { body }) => updatePrincipalRecord(work, guard, { kind: 'user', request: body }),
    }),
    disableRoute(guard, 'user'),
  ];
}

function clientRoutes(guard: Guard): readonly Route[] {
  return [
    write({
      method: 'POST',
      path: 'security/client/create',
      operation: 'createClient',
      summary: 'Create an API client; its secret is shown once',
      permission: 'identity.client.create',
      scope: 'OFFICE',
      sensitive: true,
      body: shape.clientCreate,
      reply: shape.clientMadeReply,
      example: { label: 'Customer portal', roles: ['CLIENT'] },
      problems: [...changing],
      run: (work, { body }) => createClient(work, guard, body),
    }),
    write({
      method: 'PUT',
      path: 'security/client/update',
      operation: 'updateClient',
      summary: 'Change an API client: the members given, only those',
      permission: 'identity.client.update',
      scope: 'OFFICE',
      body: shape.clientUpdate,
      reply: shape.principalReply,
      problems: [...changing],
      run: (work, { body }) =>
        updatePrincipalRecord(work, guard, { kind: 'client', request: body }),
    }),
    disableRoute(guard, 'client'),
    write({
      method: 'PUT',
      path: 'security/client/rotate-secret/id/{id}',
      operation: 'rotateClientSecret',
      summary: 'Give an API client a new secret, shown once; the old one ends',
      permission: 'identity.client.rotate',
      scope: 'OFFICE',
      sensitive: true,
      params: shape.idParams,
      reply: shape.clientMadeReply,
      problems: [...changing],
      run: (work, { params }) => rotateClientSecret(work, guard, params.id),
    }),
  ];
}

function disableRoute(guard: Guard, kind: PrincipalKind): Route {
  return write({
    method: 'PUT',
    path: `security/${kind}/disable/id/{id}`,
    operation: kind === 'user' ? 'disableUser' : 'disableClient',
    scope: 'OFFICE',
    summary: kind === 'user' ? 'Disable a staff user' : 'Disable an API client',
    permission: `identity.${kind}.disable`,
    params: shape.idParams,
    reply: shape.principalReply,
    problems: [...changing, problems.PRINCIPAL_DISABLED],
    run: (work, { params }) => disablePrincipal(work, guard, { kind, id: params.id }),
  });
}

function principalReads(kind: PrincipalKind): readonly Route[] {
  const noun = kind === 'user' ? 'User' : 'Client';
  return [
    list({
      path: `security/${kind}/list`,
      operation: `list${noun}s`,
      summary: kind === 'user' ? 'Staff users' : 'API clients',
      permission: `identity.${kind}.read`,
      paging: PAGE_BS,
      query: shape.principalQuery,
      reply: shape.principalReply,
      run: (call, { query }) =>
        listPrincipalRecords(call, { kind, search: query.x }, pageOf(query, PAGE_BS)),
    }),
    read({
      path: `security/${kind}/id/{id}`,
      operation: `read${noun}`,
      summary: kind === 'user' ? 'One staff user' : 'One API client',
      permission: `identity.${kind}.read`,
      params: shape.idParams,
      reply: shape.principalReply,
      run: (call, { params }) => readPrincipal(call, kind, params.id),
    }),
  ];
}

const roleList = list({
  path: 'security/role/list',
  operation: 'listRoles',
  summary: 'Roles and the patterns of permissions that they grant',
  permission: 'identity.role.read',
  paging: PAGE_BS,
  reply: shape.roleReply,
  run: async () => listRoles(),
});

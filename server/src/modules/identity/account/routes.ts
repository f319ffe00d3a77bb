// Routes that let administrators read and change users and API clients, and read the list of roles.

import type { Static } from '@sinclair/typebox';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import type { Guard } from '../principal/guard.js';
import { listPermissions } from '../principal/permission-list.js';
import type { PrincipalKind } from '../principal/queries.js';
import { listPrincipalRecords, readPrincipal } from '../principal/read.js';
import { listRoles } from '../principal/role-list.js';
import * as shape from '../principal/schema.js';
import { identityProblems as problems } from '../problems.js';
import { idParams } from '../schema.js';
import {
  createClient,
  createUser,
  disablePrincipal,
  rotateClientSecret,
  updatePrincipalRecord,
} from './administration.js';

/** Returns the routes for users, API clients and roles. */
export function principalRoutes(guard: Guard): readonly Route[] {
  return [
    ...userRoutes(guard),
    ...clientRoutes(guard),
    ...userReads(guard),
    ...clientReads(guard),
    roleList,
    list({
      path: 'security/permission/list',
      operation: 'listPermissions',
      summary: 'Permissions, with the operations and roles of each',
      permission: 'identity.role.read',
      paging: PAGE_BS,
      reply: shape.permissionReply,
      run: async () => listPermissions(guard),
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
      summary: 'Create a staff user; without a password, one is generated and shown once',
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
      summary: 'Change the given members of a staff user',
      description: 'With `resetPassword`, the reply shows the generated password, once.',
      permission: 'identity.user.update',
      scope: 'OFFICE',
      sensitive: true,
      body: shape.userUpdate,
      reply: shape.userMadeReply,
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
      summary: 'Change the given members of an API client',
      permission: 'identity.client.update',
      scope: 'OFFICE',
      body: shape.clientUpdate,
      reply: shape.clientReply,
      problems: [...changing],
      run: (work, { body }) =>
        updatePrincipalRecord(work, guard, { kind: 'client', request: body }),
    }),
    disableRoute(guard, 'client'),
    write({
      method: 'PUT',
      path: 'security/client/rotate-secret/id/{id}',
      operation: 'rotateClientSecret',
      summary: 'Generate a new secret for an API client, shown once; the old one becomes invalid',
      permission: 'identity.client.rotate',
      scope: 'OFFICE',
      sensitive: true,
      params: idParams,
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
    params: idParams,
    reply: kind === 'user' ? shape.userReply : shape.clientReply,
    problems: [...changing, problems.PRINCIPAL_DISABLED],
    run: (work, { params }) => disablePrincipal(work, guard, { kind, id: params.id }),
  });
}

function userReads(guard: Guard): readonly Route[] {
  return [
    list({
      path: 'security/user/list',
      operation: 'listUsers',
      summary: 'Staff users',
      permission: 'identity.user.read',
      paging: PAGE_BS,
      query: shape.userQuery,
      reply: shape.userReply,
      run: (call, { query }) => listPrincipalRecords(call, guard, pageRequest('user', query)),
    }),
    read({
      path: 'security/user/id/{id}',
      operation: 'readUser',
      summary: 'One staff user',
      permission: 'identity.user.read',
      params: idParams,
      reply: shape.userReply,
      run: (call, { params }) => readPrincipal(call, 'user', params.id),
    }),
  ];
}

function clientReads(guard: Guard): readonly Route[] {
  return [
    list({
      path: 'security/client/list',
      operation: 'listClients',
      summary: 'API clients',
      permission: 'identity.client.read',
      paging: PAGE_BS,
      query: shape.clientQuery,
      reply: shape.clientReply,
      run: (call, { query }) => listPrincipalRecords(call, guard, pageRequest('client', query)),
    }),
    read({
      path: 'security/client/id/{id}',
      operation: 'readClient',
      summary: 'One API client',
      permission: 'identity.client.read',
      params: idParams,
      reply: shape.clientReply,
      run: (call, { params }) => readPrincipal(call, 'client', params.id),
    }),
  ];
}

function pageRequest(kind: PrincipalKind, query: Static<typeof shape.userQuery>) {
  const { x: search, role, permission, state } = query;
  return { filter: { kind, search, role, permission, state }, page: pageOf(query, PAGE_BS) };
}

const roleList = list({
  path: 'security/role/list',
  operation: 'listRoles',
  summary: 'Roles and the permission patterns that they grant',
  permission: 'identity.role.read',
  paging: PAGE_BS,
  reply: shape.roleReply,
  run: async () => listRoles(),
});

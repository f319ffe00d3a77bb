// Returns the caller's own name and permissions, so that a screen can offer only permitted
// operations.

import { Type } from '@sinclair/typebox';
import type { Principal } from '../../../platform/context.js';
import { type Route, read } from '../../../platform/http/route.js';
import {
  closedObject,
  wireChoice,
  wireFlag,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { identityProblems } from '../problems.js';

const KINDS = ['user', 'client', 'customer', 'system'] as const;

const ownSessionReply = closedObject({
  kind: wireChoice(KINDS, { description: 'Kind of the caller' }),
  id: wireId({ description: 'Record id of the user or client' }),
  name: wireText({ description: 'User name or client id' }),
  roles: Type.Array(wireText({ description: 'Role' }), {
    description:
      'The roles of the caller, such as DEALER; a program can show the tasks of the role first',
  }),
  permissions: Type.Array(wireText({ description: 'Permission' }), {
    description: 'All permissions of the caller, sorted',
  }),
  allOffices: wireFlag({ description: 'True if not restricted to business offices' }),
  officeIds: Type.Optional(Type.Array(wireId({ description: 'Business office' }))),
});

// The permission does not start with `identity.`, because only administrators have such
// permissions, and every caller may read their own session.
export const ownSessionRoute: Route = read({
  path: 'security/session/own',
  operation: 'readOwnSession',
  summary: 'Identity and permissions of the caller',
  permission: 'system.session.read',
  reply: ownSessionReply,
  problems: [identityProblems.PASSWORD_CHANGE_NEEDED],
  run: async ({ principal }) => ownSession(principal),
});

function ownSession({ kind, id, name, roles = [], permissions, offices }: Principal): object {
  return {
    kind,
    id,
    name,
    roles: [...roles],
    permissions: [...permissions].sort(),
    allOffices: offices === undefined,
    ...(offices === undefined ? {} : { officeIds: offices }),
  };
}

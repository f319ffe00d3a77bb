// The wire records of users and API clients.

import type { PrincipalRow } from './queries.js';

/** Returns the wire record of a user or client, without its secret or hash. */
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

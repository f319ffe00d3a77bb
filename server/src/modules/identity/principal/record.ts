// The wire records of users and API clients.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import type { PrincipalRow } from './queries.js';
import { type PrincipalUse, selectUses } from './use-queries.js';

/** Returns the wire records of principals, including last use, sessions and login state. */
export async function principalRecords(
  db: Pick<Database | Tx, 'query'>,
  rows: readonly PrincipalRow[],
  now: Instant,
): Promise<readonly object[]> {
  const ids = rows.map(({ id }) => id);
  const uses = await selectUses(db, ids, now);
  return rows.map((row) => principalRecord(row, uses.get(row.id)));
}

/** Returns the wire record of a user or client, without its secret or hash. */
function principalRecord(row: PrincipalRow, use: PrincipalUse | undefined): object {
  return {
    id: row.id,
    active: row.active,
    name: row.name,
    label: row.label,
    ...(row.kind === 'user' ? { username: row.name } : { clientId: row.name }),
    ...(row.emailAddress === null ? {} : { emailAddress: row.emailAddress }),
    roles: row.roles,
    allOffices: row.officeIds === null,
    ...(row.officeIds === null ? {} : { officeIds: row.officeIds.map(BigInt) }),
    ...(use?.lastSeenAt ? { lastSeenDttm: use.lastSeenAt } : {}),
    sessions: use?.sessions ?? 0,
    ...(row.kind === 'user' ? userFacts(row, use) : { secretSetDttm: row.secretSetAt }),
    createdBy: row.createdBy,
    createdDttm: row.createdAt,
    lastModifiedBy: row.modifiedBy,
    lastModifiedDttm: row.modifiedAt,
  };
}

function userFacts(row: PrincipalRow, use: PrincipalUse | undefined): object {
  return {
    secondFactor: row.hasSecondFactor,
    passkeys: use?.passkeys ?? 0,
    locked: use?.isLocked ?? false,
    passwordSetByOther: use?.passwordSetByOther ?? false,
    passwordChangeNeeded: row.mustChangePassword,
  };
}

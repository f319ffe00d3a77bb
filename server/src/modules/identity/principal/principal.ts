// Users and API clients: creates them, locks them for a change, and stores the change.

import { singleLine } from '../../../platform/address/name.js';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import { hashSecret, makeClientName, makeSecret } from '../credential/secret.js';
import { identityProblems } from '../problems.js';
import { type Guard, refuseBeyondOwn } from './guard.js';
import { addHolder, isStored } from './person-queries.js';
import {
  insertPrincipal,
  lockAdministrators,
  lockPrincipal,
  type PrincipalKind,
  type PrincipalRow,
  updatePrincipal,
} from './queries.js';

/** A user or client to create. Absent `officeIds` means every office. */
interface PrincipalDraft {
  readonly name: string;
  readonly label: string;
  readonly emailAddress?: string | undefined;
  readonly roles: readonly string[];
  readonly officeIds?: readonly bigint[] | undefined;
  readonly secretHash: string;
}

/**
 * The parts of a `Work` needed to create a principal. Tests and the first start have no request.
 */
export type Making = Pick<Work, 'context' | 'tx' | 'principal' | 'now'>;

/** Stores a new principal. Refuses with PRINCIPAL_NAME_TAKEN. */
export async function makePrincipal(
  work: Making,
  kind: PrincipalKind,
  draft: PrincipalDraft,
): Promise<PrincipalRow> {
  const by = work.principal.name;
  const made = await insertPrincipal(work.tx, {
    id: await work.context.ids.next(work.tx, 'principal_id'),
    kind,
    name: draft.name,
    label: singleLine(draft.label),
    emailAddress: draft.emailAddress ?? null,
    emailSetterId: draft.emailAddress === undefined ? null : storedIdOf(work.principal),
    active: true,
    secretHash: draft.secretHash,
    secretSetAt: work.now,
    mustChangePassword: false,
    hasSecondFactor: false,
    roles: draft.roles,
    officeIds: draft.officeIds?.map(String) ?? null,
    version: 1n,
    createdBy: by,
    createdAt: work.now,
    modifiedBy: by,
    modifiedAt: work.now,
  });
  if (!made) throw refusal(identityProblems.PRINCIPAL_NAME_TAKEN, { args: ['TAKEN', draft.name] });
  return made;
}

/** Creates an API client. Its secret is shown only once. */
export async function makeClient(
  work: Making,
  draft: Omit<PrincipalDraft, 'name' | 'secretHash'>,
): Promise<{ readonly row: PrincipalRow; readonly clientSecret: string }> {
  const clientSecret = makeSecret();
  const row = await makePrincipal(work, 'client', {
    ...draft,
    name: makeClientName(),
    secretHash: hashSecret(clientSecret),
  });
  await addHolder(work.tx, row.id, work.principal);
  return { row, clientSecret };
}

/** Returns the id of a user or client; null for the program itself. */
export function storedIdOf({ kind, id }: Making['principal']): bigint | null {
  return isStored(kind) ? id : null;
}

/** A principal that is locked for a change. */
interface LockedPrincipal {
  readonly row: PrincipalRow;
  readonly isLastAdministrator: boolean;
}

/**
 * Locks a principal whom the caller may administer. An administrator who is restricted to certain
 * offices cannot see or change principals in other offices. Refuses a stale version. Also refuses
 * with DOCUMENT_NOT_FOUND or GRANT_BEYOND_OWN.
 */
export async function lockAdministered(
  work: Work,
  guard: Guard,
  target: { readonly kind: PrincipalKind; readonly id: bigint },
): Promise<LockedPrincipal> {
  // Administrators are locked first, in order, so that two of them cannot disable each other at the
  // same time.
  const administrators = await lockAdministrators(work.tx);
  const row = await lockPrincipal(work.tx, target.kind, target.id);
  const own = work.principal.offices;
  const seen = own === undefined || row?.officeIds?.every((office) => own.includes(BigInt(office)));
  if (!row || !seen) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  refuseStale(work, row.version);
  refuseBeyondOwn(guard, work.principal, row);
  return { row, isLastAdministrator: administrators.length === 1 && administrators[0] === row.id };
}

/** Stores a changed principal. Refuses with LAST_ADMINISTRATOR. */
export async function savePrincipal(
  work: Work,
  guard: Guard,
  { row: old, isLastAdministrator, changed }: LockedPrincipal & { readonly changed: PrincipalRow },
): Promise<PrincipalRow> {
  const staysAdministrator =
    changed.active && changed.officeIds === null && changed.roles.includes('ADMIN');
  if (isLastAdministrator && !staysAdministrator) {
    throw refusal(identityProblems.LAST_ADMINISTRATOR, { args: ['LAST'] });
  }
  const row = {
    ...changed,
    secretSetAt: changed.secretHash === old.secretHash ? old.secretSetAt : work.now,
    version: old.version + 1n,
    modifiedBy: work.principal.name,
    modifiedAt: work.now,
  };
  await updatePrincipal(work.tx, row);
  work.tx.afterCommit(() => guard.verified.clear());
  return row;
}

/**
 * Stores a new password for a user whose row is locked. The user no longer has to change the
 * password.
 */
export function savePassword(
  work: Work,
  guard: Guard,
  changed: { readonly row: PrincipalRow; readonly secretHash: string },
): Promise<PrincipalRow> {
  const { row, secretHash } = changed;
  return savePrincipal(work, guard, {
    row,
    isLastAdministrator: false,
    changed: { ...row, secretHash, mustChangePassword: false },
  });
}

// Users and API clients: making them, changing what they may do, disabling them, new secrets.

import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import type { Outcome } from '../../../platform/http/route.js';
import { clearDelaysOf } from '../login/delay-queries.js';
import { removeFactor } from '../login/second-factor.js';
import {
  hashSecret,
  isClientName,
  makeClientName,
  makePassword,
  makeSecret,
} from '../login/secret.js';
import { holderOfUser, mailPasswordChanged } from '../password/holder.js';
import { hashPassword } from '../password/password.js';
import { deleteResetsOf } from '../password/reset-queries.js';
import { refuseWeak } from '../password/rule.js';
import { identityProblems } from '../problems.js';
import { principalRecord } from '../schema.js';
import { type Guard, refuseBeyondOwn } from './guard.js';
import { addHolder, setPasswordSetter } from './own-work.js';
import {
  insertPrincipal,
  lockAdministrators,
  lockPrincipal,
  type PrincipalKind,
  type PrincipalRow,
  revokeSessionsOf,
  updatePrincipal,
} from './queries.js';

/** A user or client to make. `officeIds` absent means every office. */
interface PrincipalDraft {
  readonly name: string;
  readonly label: string;
  readonly emailAddress?: string | undefined;
  readonly roles: readonly string[];
  readonly officeIds?: readonly bigint[] | undefined;
  readonly secretHash: string;
}

/** What the work of making a principal needs; tests and the first start have no request. */
export type Making = Pick<Work, 'context' | 'tx' | 'principal' | 'now'>;

/** Stores a new principal. Refuses PRINCIPAL_NAME_TAKEN. */
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
    label: draft.label,
    emailAddress: draft.emailAddress ?? null,
    emailSetterId: draft.emailAddress === undefined ? null : storedIdOf(work.principal),
    active: true,
    secretHash: draft.secretHash,
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

/** A new API client with the secret that is shown this once. */
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

/** What a create request says. */
interface CreateRequest {
  readonly username?: string;
  readonly password?: string;
  readonly label?: string;
  readonly emailAddress?: string;
  readonly roles: readonly string[];
  readonly officeIds?: readonly bigint[];
}

/** Creates a staff user; without a password, one is made and shown once. */
export async function createUser(
  work: Work,
  guard: Guard,
  request: CreateRequest & { readonly username: string },
): Promise<Outcome> {
  await refuseGrant(work, guard, request);
  refuseUserName(request.username);
  const password = request.password ?? makePassword();
  const { username: userName, label = '', emailAddress } = request;
  const login = { kind: 'user', userName, label, emailAddress } as const;
  await refuseWeak(work.tx, guard, { ...login, password, member: 'password' });
  const row = await makePrincipal(work, 'user', {
    ...request,
    name: request.username,
    label: request.label ?? request.username,
    secretHash: await hashPassword(password),
  });
  await setPasswordSetter(work.tx, row.id, work.principal);
  return outcomeOf('USER_CREATED', row, request.password === undefined ? { password } : undefined);
}

/** Creates an API client; its secret is shown once. */
export async function createClient(
  work: Work,
  guard: Guard,
  request: CreateRequest & { readonly label: string },
): Promise<Outcome> {
  await refuseGrant(work, guard, request);
  const { row, clientSecret } = await makeClient(work, request);
  return outcomeOf('CLIENT_CREATED', row, { clientSecret });
}

/** What an update request says; members that are absent stay as they are. */
interface UpdateRequest {
  readonly id: bigint;
  readonly label?: string;
  readonly emailAddress?: string;
  readonly roles?: readonly string[];
  readonly officeIds?: readonly bigint[];
  readonly allOffices?: boolean;
  readonly active?: boolean;
  readonly password?: string;
  readonly unlock?: boolean;
  readonly endSecondFactor?: boolean;
}

/**
 * Changes a user or client. Less than before takes effect at once here, and soon on other nodes.
 */
export async function updatePrincipalRecord(
  work: Work,
  guard: Guard,
  { kind, request }: { readonly kind: PrincipalKind; readonly request: UpdateRequest },
): Promise<Outcome> {
  const loaded = await load(work, guard, { kind, id: request.id });
  const old = loaded.row;
  const changed: PrincipalRow = {
    ...old,
    label: request.label ?? old.label,
    ...addressAfter(work, old, request),
    roles: request.roles ?? old.roles,
    officeIds: officesAfter(old, request),
    active: request.active ?? old.active,
  };
  await refuseGrant(work, guard, {
    roles: changed.roles,
    officeIds: changed.officeIds?.map(BigInt),
  });
  const secretHash = await secretAfter(work, guard, { row: changed, request });
  const row = await save(work, guard, { ...loaded, changed: { ...changed, secretHash } });
  if (request.unlock && kind === 'user') {
    await clearDelaysOf(work.tx, { kind: 'user', id: old.id });
    await clearDelaysOf(work.tx, { kind: 'second-factor', id: old.id });
  }
  if (!row.active) await deleteResetsOf(work.tx, { kind: 'user', id: old.id });
  if (request.endSecondFactor && kind === 'user') await removeFactor(work.tx, old.id);
  if (request.password !== undefined) {
    await setPasswordSetter(work.tx, old.id, work.principal);
    await revokeSessionsOf(work.tx, old.id, work.now);
    await mailPasswordChanged(work, guard, holderOfUser(row));
  }
  return outcomeOf(kind === 'user' ? 'USER_UPDATED' : 'CLIENT_UPDATED', row);
}

/** A user or client, who is another one than the program itself; null for the program. */
function storedIdOf({ kind, id }: Making['principal']): bigint | null {
  return kind === 'user' || kind === 'client' ? id : null;
}

function addressAfter(work: Work, old: PrincipalRow, { emailAddress }: UpdateRequest) {
  if (emailAddress === undefined || emailAddress === old.emailAddress) return {};
  return { emailAddress, emailSetterId: storedIdOf(work.principal) };
}

function officesAfter(old: PrincipalRow, request: UpdateRequest): readonly string[] | null {
  if (request.allOffices && request.officeIds) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'allOffices',
      'is given together with officeIds',
    );
  }
  if (request.allOffices) return null;
  return request.officeIds?.map(String) ?? old.officeIds;
}

async function secretAfter(
  { tx }: Work,
  guard: Guard,
  { row, request }: { readonly row: PrincipalRow; readonly request: UpdateRequest },
): Promise<string> {
  const { password } = request;
  if (password === undefined) return row.secretHash;
  await refuseWeak(tx, guard, { ...holderOfUser(row), password, member: 'password' });
  return hashPassword(password);
}

/** Stores a new password of a user whose row is locked. */
export function savePassword(
  work: Work,
  guard: Guard,
  changed: { readonly row: PrincipalRow; readonly secretHash: string },
): Promise<PrincipalRow> {
  const { row, secretHash } = changed;
  return save(work, guard, { row, isLastAdministrator: false, changed: { ...row, secretHash } });
}

/** Disables a user or client and ends its sessions. */
export async function disablePrincipal(
  work: Work,
  guard: Guard,
  target: { readonly kind: PrincipalKind; readonly id: bigint },
): Promise<Outcome> {
  const loaded = await load(work, guard, target);
  const old = loaded.row;
  if (!old.active) throw refusal(identityProblems.PRINCIPAL_DISABLED, { args: ['DISABLED'] });
  const row = await save(work, guard, { ...loaded, changed: { ...old, active: false } });
  await deleteResetsOf(work.tx, { kind: 'user', id: old.id });
  await revokeSessionsOf(work.tx, old.id, work.now);
  return outcomeOf(old.kind === 'user' ? 'USER_DISABLED' : 'CLIENT_DISABLED', row);
}

/** Gives an API client a new secret, shown once; the old one and its sessions end. */
export async function rotateClientSecret(work: Work, guard: Guard, id: bigint): Promise<Outcome> {
  const loaded = await load(work, guard, { kind: 'client', id });
  const old = loaded.row;
  const clientSecret = makeSecret();
  const changed = { ...old, secretHash: hashSecret(clientSecret) };
  const row = await save(work, guard, { ...loaded, changed });
  await addHolder(work.tx, old.id, work.principal);
  await revokeSessionsOf(work.tx, old.id, work.now);
  return outcomeOf('CLIENT_SECRET_ROTATED', row, { clientSecret });
}

interface Loaded {
  readonly row: PrincipalRow;
  readonly isLastAdministrator: boolean;
}

/** Locks a principal whom the caller may administer. */
export async function lockAdministered(
  work: Work,
  guard: Guard,
  target: { readonly kind: PrincipalKind; readonly id: bigint },
): Promise<PrincipalRow> {
  return (await load(work, guard, target)).row;
}

// Who administers only some offices neither sees nor touches who works for others.
async function load(
  work: Work,
  guard: Guard,
  target: { readonly kind: PrincipalKind; readonly id: bigint },
): Promise<Loaded> {
  // Administrators are locked first, in order, so that two of them cannot remove each other at
  // once.
  const administrators = await lockAdministrators(work.tx);
  const row = await lockPrincipal(work.tx, target.kind, target.id);
  const own = work.principal.offices;
  const seen = own === undefined || row?.officeIds?.every((office) => own.includes(BigInt(office)));
  if (!row || !seen) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  refuseStale(work, row.version);
  refuseBeyondOwn(guard, work.principal, row);
  return { row, isLastAdministrator: administrators.length === 1 && administrators[0] === row.id };
}

async function save(
  work: Work,
  guard: Guard,
  { row: old, isLastAdministrator, changed }: Loaded & { readonly changed: PrincipalRow },
): Promise<PrincipalRow> {
  const stays = changed.active && changed.officeIds === null && changed.roles.includes('ADMIN');
  if (isLastAdministrator && !stays) {
    throw refusal(identityProblems.LAST_ADMINISTRATOR, { args: ['LAST'] });
  }
  const row = {
    ...changed,
    version: old.version + 1n,
    modifiedBy: work.principal.name,
    modifiedAt: work.now,
  };
  await updatePrincipal(work.tx, row);
  work.tx.afterCommit(() => guard.verified.clear());
  return row;
}

async function refuseGrant(
  work: Work,
  guard: Guard,
  wanted: {
    readonly roles: readonly string[];
    readonly officeIds?: readonly bigint[] | undefined;
  },
): Promise<void> {
  const officeIds = wanted.officeIds?.map(String) ?? null;
  refuseBeyondOwn(guard, work.principal, { roles: wanted.roles, officeIds });
  const unknown = await guard.offices.unknownOf(work.tx, wanted.officeIds ?? []);
  if (unknown.length > 0) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'officeIds',
      `${unknown.join(', ')} is no business office`,
    );
  }
}

function refuseUserName(name: string): void {
  if (!/^[a-z0-9][a-z0-9._@-]{1,63}$/i.test(name) || isClientName(name)) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'username',
      'must have 2 to 64 letters, digits, dots, dashes, underscores or @',
    );
  }
}

function outcomeOf(
  msgCode: string,
  row: PrincipalRow,
  shownOnce?: Readonly<Record<string, string>>,
): Outcome {
  const made = msgCode.endsWith('_CREATED');
  return {
    msgCode,
    id: row.id,
    name: row.name,
    created: made,
    location: `security/${row.kind}/id/${row.id}`,
    result: principalRecord(row),
    version: row.version,
    ...(shownOnce ? { shownOnce } : {}),
  };
}

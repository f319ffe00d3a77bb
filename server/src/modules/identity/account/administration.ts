// Lets administrators create, change and disable users and API clients, and renew their secrets.

import { readEmail } from '../../../platform/address/email.js';
import { singleLine } from '../../../platform/address/name.js';
import type { Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { hashPassword } from '../credential/password.js';
import { hashSecret, isClientName, makePassword, makeSecret } from '../credential/secret.js';
import { clearDelaysOf } from '../login/delay-queries.js';
import { deleteFactor } from '../login/second-factor-queries.js';
import { revokeSessionsOf } from '../login/session-queries.js';
import { holderOfUser, mailPasswordChanged } from '../password/holder.js';
import { deleteResetsOf } from '../password/reset-queries.js';
import { refuseWeak } from '../password/rule.js';
import { type Guard, refuseBeyondOwn } from '../principal/guard.js';
import { addHolder, setPasswordSetter } from '../principal/person-queries.js';
import {
  lockAdministered,
  makeClient,
  makePrincipal,
  savePrincipal,
  storedIdOf,
} from '../principal/principal.js';
import type { PrincipalKind, PrincipalRow } from '../principal/queries.js';
import { principalRecords } from '../principal/record.js';
import { identityProblems } from '../problems.js';

/** The members of a request that creates a user or client. */
interface CreateRequest {
  readonly username?: string;
  readonly password?: string;
  readonly label?: string;
  readonly emailAddress?: string;
  readonly roles: readonly string[];
  readonly officeIds?: readonly bigint[];
}

/** Creates a staff user. If no password is given, one is generated and shown once. */
export async function createUser(
  work: Work,
  guard: Guard,
  request: CreateRequest & { readonly username: string },
): Promise<Outcome> {
  await refuseGrant(work, guard, request);
  refuseUserName(request.username);
  const password = request.password ?? makePassword();
  const { username: userName, label = '' } = request;
  const emailAddress = addressIn(request) ?? undefined;
  const login = { kind: 'user', userName, label, emailAddress } as const;
  await refuseWeak(work.tx, guard, { ...login, password, member: 'password' });
  const row = await makePrincipal(work, 'user', {
    ...request,
    emailAddress,
    name: request.username,
    label: request.label ?? request.username,
    secretHash: await hashPassword(password),
  });
  await setPasswordSetter(work.tx, row.id, work.principal);
  const shownOnce = request.password === undefined ? { password } : undefined;
  return outcomeOf(work, 'USER_CREATED', { row, shownOnce });
}

/** Creates an API client. Its secret is shown once. */
export async function createClient(
  work: Work,
  guard: Guard,
  request: CreateRequest & { readonly label: string },
): Promise<Outcome> {
  await refuseGrant(work, guard, request);
  const emailAddress = addressIn(request) ?? undefined;
  const { row, clientSecret } = await makeClient(work, { ...request, emailAddress });
  return outcomeOf(work, 'CLIENT_CREATED', { row, shownOnce: { clientSecret } });
}

/** The members of an update request. Absent members are left unchanged. */
interface UpdateRequest {
  readonly id: bigint;
  readonly label?: string;
  readonly emailAddress?: string;
  readonly roles?: readonly string[];
  readonly officeIds?: readonly bigint[];
  readonly allOffices?: boolean;
  readonly active?: boolean;
  readonly password?: string;
  readonly resetPassword?: boolean;
  readonly endSessions?: boolean;
  readonly unlock?: boolean;
  readonly endSecondFactor?: boolean;
}

/**
 * Changes a user or client. Revoked rights end immediately on this node, and within 30 seconds on
 * other nodes.
 */
export async function updatePrincipalRecord(
  work: Work,
  guard: Guard,
  { kind, request }: { readonly kind: PrincipalKind; readonly request: UpdateRequest },
): Promise<Outcome> {
  const loaded = await lockAdministered(work, guard, { kind, id: request.id });
  const old = loaded.row;
  const changed: PrincipalRow = {
    ...old,
    label: request.label === undefined ? old.label : singleLine(request.label),
    ...addressAfter(work, old, request),
    roles: request.roles ?? old.roles,
    officeIds: officesAfter(old, request),
    active: request.active ?? old.active,
  };
  await refuseGrant(work, guard, {
    roles: changed.roles,
    officeIds: changed.officeIds?.map(BigInt),
  });
  const { made, ...secret } = await secretAfter(work, guard, { row: changed, request });
  const row = await savePrincipal(work, guard, { ...loaded, changed: { ...changed, ...secret } });
  if (!row.active) await deleteResetsOf(work.tx, { kind: 'user', id: old.id });
  if (kind === 'client') return outcomeOf(work, 'CLIENT_UPDATED', { row });
  await endOfUser(work, row.id, request);
  if (row.secretHash !== old.secretHash) {
    await setPasswordSetter(work.tx, row.id, work.principal);
    await mailPasswordChanged(work, guard, holderOfUser(row));
  }
  const after = { ...row, hasSecondFactor: row.hasSecondFactor && !request.endSecondFactor };
  const shownOnce = made === undefined ? undefined : { password: made };
  return outcomeOf(work, 'USER_UPDATED', { row: after, shownOnce });
}

// Removes a user's login delays, second factor or sessions, as the update requests.
async function endOfUser({ tx, now }: Work, id: bigint, request: UpdateRequest): Promise<void> {
  if (request.unlock) {
    await clearDelaysOf(tx, { kind: 'user', id });
    await clearDelaysOf(tx, { kind: 'second-factor', id });
  }
  if (request.endSecondFactor) await deleteFactor(tx, id);
  const isNewPassword = request.password !== undefined || request.resetPassword === true;
  if (isNewPassword || request.endSessions) await revokeSessionsOf(tx, id, now);
}

// Returns the e-mail address in a request; null for an empty value, which removes the address.
function addressIn({ emailAddress }: { readonly emailAddress?: string }) {
  if (emailAddress === undefined) return undefined;
  if (emailAddress.trim() === '') return null;
  const address = readEmail(emailAddress);
  if (address !== undefined) return address.written;
  const member = 'emailAddress';
  throw refuseMember(commonProblems.INVALID_REQUEST, member, 'is not an e-mail address');
}

function addressAfter(work: Work, old: PrincipalRow, request: UpdateRequest) {
  const emailAddress = addressIn(request);
  if (emailAddress === undefined || emailAddress === old.emailAddress) return {};
  return { emailAddress, emailSetterId: storedIdOf(work.principal) };
}

function officesAfter(old: PrincipalRow, request: UpdateRequest): readonly string[] | null {
  if (request.allOffices && request.officeIds) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'allOffices',
      'cannot be combined with officeIds',
    );
  }
  if (request.allOffices) return null;
  return request.officeIds?.map(String) ?? old.officeIds;
}

/**
 * The secret that an update stores. `made` is the generated password, which the reply shows once.
 */
interface SecretAfter extends Pick<PrincipalRow, 'secretHash' | 'mustChangePassword'> {
  readonly made?: string;
}

async function secretAfter(
  work: Work,
  guard: Guard,
  { row, request }: { readonly row: PrincipalRow; readonly request: UpdateRequest },
): Promise<SecretAfter> {
  const { secretHash, mustChangePassword } = row;
  const { password } = request;
  if (request.resetPassword) {
    refuseReset(work, request);
    const made = makePassword();
    return { secretHash: await hashPassword(made), mustChangePassword: true, made };
  }
  if (password === undefined) return { secretHash, mustChangePassword };
  await refuseWeak(work.tx, guard, { ...holderOfUser(row), password, member: 'password' });
  return { secretHash: await hashPassword(password), mustChangePassword };
}

// Users cannot reset their own password, because this would bypass the check of the current one.
function refuseReset({ principal }: Work, { id, password }: UpdateRequest): void {
  const member = 'resetPassword';
  if (password !== undefined) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      member,
      'cannot be combined with a given password',
    );
  }
  if (principal.kind === 'user' && principal.id === id) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      member,
      'cannot be used for your own password; change it with security/own/password',
    );
  }
}

/** Disables a user or client and ends its sessions. */
export async function disablePrincipal(
  work: Work,
  guard: Guard,
  target: { readonly kind: PrincipalKind; readonly id: bigint },
): Promise<Outcome> {
  const loaded = await lockAdministered(work, guard, target);
  const old = loaded.row;
  if (!old.active) throw refusal(identityProblems.PRINCIPAL_DISABLED, { args: ['DISABLED'] });
  const row = await savePrincipal(work, guard, { ...loaded, changed: { ...old, active: false } });
  await deleteResetsOf(work.tx, { kind: 'user', id: old.id });
  await revokeSessionsOf(work.tx, old.id, work.now);
  const msgCode = old.kind === 'user' ? 'USER_DISABLED' : 'CLIENT_DISABLED';
  return outcomeOf(work, msgCode, { row });
}

/**
 * Generates a new secret for an API client and shows it once. The old secret and its sessions
 * become invalid.
 */
export async function rotateClientSecret(work: Work, guard: Guard, id: bigint): Promise<Outcome> {
  const loaded = await lockAdministered(work, guard, { kind: 'client', id });
  const old = loaded.row;
  const clientSecret = makeSecret();
  const changed = { ...old, secretHash: hashSecret(clientSecret) };
  const row = await savePrincipal(work, guard, { ...loaded, changed });
  await addHolder(work.tx, old.id, work.principal);
  await revokeSessionsOf(work.tx, old.id, work.now);
  return outcomeOf(work, 'CLIENT_SECRET_ROTATED', { row, shownOnce: { clientSecret } });
}

async function refuseGrant(
  work: Work,
  guard: Guard,
  requested: {
    readonly roles: readonly string[];
    readonly officeIds?: readonly bigint[] | undefined;
  },
): Promise<void> {
  const officeIds = requested.officeIds?.map(String) ?? null;
  refuseBeyondOwn(guard, work.principal, { roles: requested.roles, officeIds });
  const unknown = await guard.offices.unknownOf(work.tx, requested.officeIds ?? []);
  if (unknown.length > 0) {
    throw refuseMember(
      commonProblems.UNKNOWN_REFERENCE,
      'officeIds',
      `contains unknown business offices: ${unknown.join(', ')}`,
    );
  }
}

function refuseUserName(name: string): void {
  if (!/^[a-z0-9][a-z0-9._@-]{1,63}$/i.test(name) || isClientName(name)) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'username',
      'must consist of 2 to 64 letters, digits, dots, dashes, underscores or @',
    );
  }
}

async function outcomeOf(
  { tx, now }: Work,
  msgCode: string,
  changed: {
    readonly row: PrincipalRow;
    readonly shownOnce?: Readonly<Record<string, string>> | undefined;
  },
): Promise<Outcome> {
  const { row, shownOnce } = changed;
  const [result = {}] = await principalRecords(tx, [row], now);
  return {
    msgCode,
    id: row.id,
    name: row.name,
    created: msgCode.endsWith('_CREATED'),
    location: `security/${row.kind}/id/${row.id}`,
    result,
    version: row.version,
    ...(shownOnce ? { shownOnce } : {}),
  };
}

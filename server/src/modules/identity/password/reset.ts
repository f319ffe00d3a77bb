// Single-use links that set a new password: creates, sends and uses them.

import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Call, Context, Work } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { type Problem, refuseMember } from '../../../platform/http/reply/problem.js';
import { networkOf } from '../../../platform/http/request/client-address.js';
import { refuseTooMany } from '../../../platform/http/request/failure-count.js';
import type { Outcome } from '../../../platform/http/route.js';
import {
  type EventSource,
  recordSecurityEvent,
  type SecurityEvent,
  sourceOf,
} from '../audit/security-event.js';
import { hashPassword } from '../credential/password.js';
import { hashSecret, makeSecret } from '../credential/secret.js';
import { clearDelaysOf } from '../login/delay-queries.js';
import { revokeSessionsOf } from '../login/session-queries.js';
import { type Guard, principalOf } from '../principal/guard.js';
import { clearPasswordSetter, setPasswordSetter } from '../principal/person-queries.js';
import { savePassword } from '../principal/principal.js';
import type { PrincipalRow } from '../principal/queries.js';
import { identityProblems } from '../problems.js';
import { basisOf, lockHolder, mailPasswordChanged, type PasswordHolder } from './holder.js';
import {
  deleteResetsOf,
  findReset,
  type HolderKey,
  insertReset,
  type NewReset,
  type StoredReset,
  setToken,
} from './reset-queries.js';
import { refuseWeak } from './rule.js';

/** A placeholder for the link in the stored text of an e-mail. */
const LINK_PLACE = '(the link is only in the e-mail)';

/** A link to create for a holder whose row is locked. */
interface ResetDraft {
  readonly holder: PasswordHolder;
  readonly origin: NewReset['origin'];
  readonly seconds: number;
}

/** A created link, with its expiry time. */
interface MadeReset {
  readonly id: string;
  readonly link: string;
  readonly expiresAt: Instant;
}

type Making = Pick<Work, 'tx' | 'now'> & { readonly context: Pick<Context, 'config'> };

/** Creates a link that is shown to the caller. */
export async function makeShownLink(
  work: Making,
  draft: ResetDraft & { readonly shownTo: bigint | null },
): Promise<MadeReset> {
  const token = makeSecret();
  const tokenHash = hashSecret(token);
  const { id, expiresAt } = await storeReset(work, { ...draft, tokenHash, delivery: 'SHOWN' });
  return { id, expiresAt, link: linkOf(work.context, draft.holder.kind, token) };
}

/** Creates a link for the address on record, and queues the e-mail. */
export async function mailLink(
  work: Work,
  guard: Pick<Guard, 'mail'>,
  draft: ResetDraft & { readonly holder: { readonly emailAddress: string } },
): Promise<Pick<MadeReset, 'expiresAt'>> {
  const { holder } = draft;
  const unsent = { tokenHash: null, delivery: 'EMAIL', shownTo: null } as const;
  const made = await storeReset(work, { ...draft, ...unsent });
  await guard.mail.queue(work, {
    to: holder.emailAddress,
    subject: 'Set a new password',
    text: textOf(draft),
    officeId: holder.officeId,
    resetId: made.id,
  });
  return made;
}

function textOf({ holder, origin, seconds }: ResetDraft): string {
  const beginning =
    origin === 'REQUEST'
      ? `A new password was requested for the user name "${holder.userName}".`
      : `An administrator has sent you a link for the user name "${holder.userName}".`;
  const life = seconds < 3_600 ? `${seconds / 60} minutes` : `${seconds / 3_600} hours`;
  return (
    `${beginning} To set a password, open this link within ${life}:\n\n${LINK_PLACE}\n\nIf you ` +
    'did not expect this e-mail, ignore it. The password does not change. Do not share the ' +
    'link with anyone.\n'
  );
}

async function storeReset(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  draft: ResetDraft & Pick<NewReset, 'tokenHash' | 'delivery' | 'shownTo'>,
): Promise<{ readonly id: string; readonly expiresAt: Instant }> {
  const { seconds, ...stored } = draft;
  const id = randomUUID();
  const expiresAt = Temporal.Instant.from(now)
    .add({ seconds })
    .toString({ smallestUnit: 'millisecond' });
  await insertReset(tx, { ...stored, id, basis: basisOf(draft.holder), expiresAt }, now);
  return { id, expiresAt };
}

// Returns the URL of a link. The token follows the `#`, so that it appears neither in server logs
// nor in a Referer header. The host comes from the settings, never from a request's Host header.
function linkOf(
  { config }: Pick<Context, 'config'>,
  kind: HolderKey['kind'],
  token: string,
): string {
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const page = `${base.replace(/\/+$/, '')}/console/reset-password`;
  return `${kind === 'customer' ? (config.customerResetUrl ?? page) : page}#token=${token}`;
}

/**
 * Returns the text of an e-mail with its link. Each attempt to send creates a new token, so that no
 * token is stored. If an e-mail arrives twice, the link in the newer one works.
 * @returns undefined if the link is void or has expired
 */
export async function fillLink(
  context: Context,
  id: string,
  text: string,
): Promise<string | undefined> {
  const token = makeSecret();
  const tokenHash = hashSecret(token);
  const holder = await setToken(context.db, { id, tokenHash }, context.clock.now());
  return holder && text.replace(LINK_PLACE, () => linkOf(context, holder.kind, token));
}

/**
 * Refuses an invalid token with PASSWORD_LINK_VOID and adds an audit entry. Runs before the write's
 * transaction, so that the refusal is counted and recorded.
 */
export async function refuseVoidLink(call: Call, guard: Guard, token: string): Promise<void> {
  const { context } = call;
  const found = await findReset(context.db, hashSecret(token), context.clock.now());
  const holder = found && (await context.db.transaction((tx) => holderOf(tx, guard, found)));
  if (found !== undefined && isValid(found, holder)) return;
  const source = sourceOf(call);
  const on = { context, db: context.db };
  await recordResetEvent(on, 'PASSWORD_LINK_REFUSED', { holder: holder ?? UNKNOWN_USER, source });
  const key = `${networkOf(source.address)} password link`;
  refuseTooMany(guard.countProofFailure, key, context.clock.millis());
  throw linkVoid();
}

const UNKNOWN_USER = { kind: 'user', id: 0n, name: 'unknown' } as const;

function holderOf(tx: Tx, guard: Guard, { kind, holderId }: StoredReset) {
  return lockHolder(tx, guard, { kind, id: holderId });
}

/**
 * Returns whether the holder may sign in and still has the password and address for which the link
 * was created.
 */
function isValid({ basis }: StoredReset, holder: PasswordHolder | undefined): boolean {
  return holder?.active === true && basisOf(holder) === basis;
}

/**
 * Sets a new password with a link, once. All of the user's sessions end; the second factor is kept.
 * Refuses with PASSWORD_LINK_VOID or PASSWORD_TOO_WEAK.
 */
export async function resetPassword(
  work: Work,
  guard: Guard,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<Outcome> {
  const { tx, context, now, requestId, address = '' } = work;
  const tokenHash = hashSecret(token);
  const found = await findReset(tx, tokenHash, now);
  const holder = found && (await holderOf(tx, guard, found));
  // If two requests use a link at the same time, the second one waits for the holder's row and then
  // finds no link.
  const reset = holder && (await findReset(tx, tokenHash, now));
  if (holder === undefined || reset === undefined || !isValid(reset, holder)) throw linkVoid();
  await refuseWeak(tx, guard, { ...holder, password: newPassword, member: 'newPassword' });
  const passwordHash = await hashPassword(newPassword);
  if (holder.user === undefined) await guard.customers.setPassword(work, holder, passwordHash);
  else await setUserPassword(work, guard, { row: holder.user, passwordHash, reset });
  await deleteResetsOf(tx, holder);
  // Second-factor delays are kept, because someone who can read the e-mail may not have the device.
  await clearDelaysOf(tx, holder);
  const used = { holder, source: { requestId, address } };
  await recordResetEvent({ context, db: tx }, 'PASSWORD_LINK_USED', used);
  await mailPasswordChanged(work, guard, holder);
  return { msgCode: 'PASSWORD_RESET', id: holder.id };
}

interface UserPassword {
  readonly row: PrincipalRow;
  readonly passwordHash: string;
  readonly reset: StoredReset;
}

async function setUserPassword(
  work: Work,
  guard: Guard,
  { row, passwordHash, reset }: UserPassword,
): Promise<void> {
  const { tx, now } = work;
  const owner = { ...work, principal: principalOf(guard, row) };
  await savePassword(owner, guard, { row, secretHash: passwordHash });
  // The link may have been used by a principal who saw it or who set the address to which it was
  // sent.
  const setter = reset.delivery === 'SHOWN' ? reset.shownTo : row.emailSetterId;
  if (setter === null) await clearPasswordSetter(tx, row.id);
  else await setPasswordSetter(tx, row.id, { kind: 'user', id: setter });
  await revokeSessionsOf(tx, row.id, now);
}

function linkVoid(): Problem {
  return refuseMember(
    identityProblems.PASSWORD_LINK_VOID,
    'token',
    'is unknown or expired, or has already been used or replaced',
  );
}

/** Audits a link event, with the caller's address. */
export function recordResetEvent(
  on: Parameters<typeof recordSecurityEvent>[0],
  msgCode: SecurityEvent['msgCode'],
  about: { readonly holder: HolderKey & { readonly name: string }; readonly source: EventSource },
): Promise<void> {
  const { kind, id, name } = about.holder;
  const event = { kind, id, name, operation: 'password-reset', msgCode } as const;
  return recordSecurityEvent(on, event, about.source);
}

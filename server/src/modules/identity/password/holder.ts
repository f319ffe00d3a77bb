// The holder of a password, either a user or a customer, in a common form for password resets.

import { createHash } from 'node:crypto';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import type { CustomerAccess } from '../customer-directory.js';
import type { Guard } from '../principal/guard.js';
import { lockPrincipal, type PrincipalRow } from '../principal/queries.js';
import type { HolderKey } from './reset-queries.js';

/** A user or customer who signs in with a password. */
export interface PasswordHolder extends HolderKey {
  /** The user name or the customer code, as shown in the audit log. */
  readonly name: string;
  /** The name typed at login. */
  readonly userName: string;
  /** The person's name. */
  readonly label: string;
  readonly emailAddress: string | undefined;
  /** The holder's first business office; undefined means all offices. */
  readonly officeId: bigint | undefined;
  readonly active: boolean;
  readonly passwordHash: string | undefined;
  /** The user's row; undefined for a customer. */
  readonly user: PrincipalRow | undefined;
}

export function holderOfUser(row: PrincipalRow): PasswordHolder {
  const [officeId] = row.officeIds ?? [];
  return {
    kind: 'user',
    id: row.id,
    name: row.name,
    userName: row.name,
    label: row.label,
    emailAddress: row.emailAddress ?? undefined,
    officeId: officeId === undefined ? undefined : BigInt(officeId),
    active: row.active,
    passwordHash: row.secretHash,
    user: row,
  };
}

export function holderOfCustomer(access: CustomerAccess): PasswordHolder {
  return { kind: 'customer', ...access, user: undefined };
}

/** Locks and reads a holder's row; undefined if it does not exist. */
export async function lockHolder(
  tx: Tx,
  guard: Pick<Guard, 'customers'>,
  { kind, id }: HolderKey,
): Promise<PasswordHolder | undefined> {
  if (kind === 'customer') {
    const access = await guard.customers.lockAccess(tx, id);
    return access && holderOfCustomer(access);
  }
  const row = await lockPrincipal(tx, 'user', id);
  return row && holderOfUser(row);
}

/**
 * Returns a digest of the values on which a link depends. A new password or e-mail address makes
 * the link void.
 */
export function basisOf({ passwordHash = '', emailAddress = '' }: PasswordHolder): string {
  return createHash('sha256').update(`${passwordHash}\n${emailAddress}`).digest('hex');
}

/** Notifies a holder of a new password by e-mail, if there is an address and a gateway. */
export async function mailPasswordChanged(
  work: Work,
  guard: Pick<Guard, 'mail'>,
  { emailAddress, userName, officeId }: PasswordHolder,
): Promise<void> {
  if (emailAddress === undefined || !(await guard.mail.isAvailable(work.tx))) return;
  await guard.mail.queue(work, {
    to: emailAddress,
    subject: 'Your password was changed',
    text:
      `The password of the user name "${userName}" was changed. All sessions have ended.\n\nIf ` +
      'you did not do this, contact your administrator or your broker at once.\n',
    officeId,
  });
}

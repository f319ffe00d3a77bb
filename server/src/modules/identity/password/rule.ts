// The rules for all new passwords.

import type { Tx } from '../../../platform/database/database.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { refuseGuessable } from '../credential/guessable-password.js';
import { PASSWORD } from '../limits.js';
import type { Guard } from '../principal/guard.js';
import { identityProblems } from '../problems.js';
import type { PasswordHolder } from './holder.js';

/** A new password and its holder. */
interface NewPassword extends Pick<PasswordHolder, 'kind' | 'userName' | 'label' | 'emailAddress'> {
  readonly password: string;
  /** The request member that contains the password. */
  readonly member: string;
}

/**
 * Refuses with PASSWORD_TOO_WEAK or PASSWORD_TOO_COMMON, and names the member that contains the
 * password.
 */
export async function refuseWeak(
  tx: Tx,
  { offices }: Pick<Guard, 'offices'>,
  { password, member, kind, userName, label, emailAddress }: NewPassword,
): Promise<void> {
  const length = [...password].length;
  const min = kind === 'user' ? PASSWORD.charactersMin : PASSWORD.customerCharactersMin;
  const weak = (detail: string) => refuseMember(identityProblems.PASSWORD_TOO_WEAK, member, detail);
  if (length < min || length > PASSWORD.charactersMax) {
    throw weak(`must have ${min} to ${PASSWORD.charactersMax} characters`);
  }
  if (password.toLowerCase() === userName.toLowerCase()) {
    throw weak('must not be the same as the user name');
  }
  const firm = await offices.firmNames(tx);
  await refuseGuessable(password, {
    member,
    names: [userName, label, emailAddress ?? '', ...firm],
  });
}

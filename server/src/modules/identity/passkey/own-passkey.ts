// A user's own passkeys: adds, names, lists and removes them.

import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageOfAll } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import { lockOwn } from '../account/own-account.js';
import { PASSKEY } from '../limits.js';
import { identityProblems } from '../problems.js';
import { challengeOf, creationOptions, madePasskey, placeOf } from './passkey.js';
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  takeChallenge,
} from './queries.js';

/**
 * Returns the data that the browser needs to create a passkey. The route has already checked the
 * password.
 */
export async function beginPasskey(work: Work): Promise<Outcome> {
  const user = await lockOwn(work);
  const known = await listPasskeys(work.tx, user.id);
  if (known.length >= PASSKEY.perUserMax) {
    throw refusal(identityProblems.TOO_MANY_PASSKEYS, { args: [String(known.length)] });
  }
  const ids = known.map(({ id }) => id);
  const options = await creationOptions(placeOf(work.context), user, ids);
  const { now } = work;
  await insertChallenge(work.tx, { challenge: options.challenge, principalId: user.id, now });
  return { msgCode: 'PASSKEY_BEGUN', id: user.id, name: user.name, result: { options } };
}

/** Stores the passkey that a device created for the challenge. Refuses with PASSKEY_REFUSED. */
export async function finishPasskey(
  work: Work,
  { label, response }: { readonly label: string; readonly response: RegistrationResponseJSON },
): Promise<Outcome> {
  const { tx, now } = work;
  const user = await lockOwn(work);
  const challenge = await challengeOf(response.response.clientDataJSON);
  const isOpen =
    challenge !== undefined && (await takeChallenge(tx, { challenge, principalId: user.id, now }));
  const made = isOpen
    ? await madePasskey(response, { ...placeOf(work.context), challenge })
    : undefined;
  const stored =
    made !== undefined && (await insertPasskey(tx, { ...made, principalId: user.id, label, now }));
  if (!stored) {
    throw refuseMember(
      identityProblems.PASSKEY_REFUSED,
      'response',
      'does not match an open challenge',
    );
  }
  return { msgCode: 'PASSKEY_ADDED', id: user.id, name: user.name, result: { passkey: made.id } };
}

/** Removes one of the caller's passkeys. */
export async function removePasskey(work: Work, id: string): Promise<Outcome> {
  const user = await lockOwn(work);
  if (!(await deletePasskey(work.tx, { id, principalId: user.id }))) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return { msgCode: 'PASSKEY_REMOVED', id: user.id, name: user.name };
}

/** Lists the caller's passkeys, oldest first, without their keys. */
export async function ownPasskeys(
  { db, principal }: Call,
  page: PageRequest,
): Promise<Page<object>> {
  const rows = await listPasskeys(db, principal.id);
  return pageOfAll(rows.map(recordOf), page);
}

function recordOf(row: PasskeyRow): object {
  return {
    passkey: row.id,
    label: row.label,
    backedUp: row.isBackedUp,
    createdDttm: row.createdAt,
    ...(row.usedAt === null ? {} : { lastUsedDttm: row.usedAt }),
  };
}

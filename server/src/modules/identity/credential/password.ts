// Password hashes (argon2id). Only a few are computed at once. The others wait for their turn.

import { hash, verify } from '@node-rs/argon2';
import { PASSWORD } from '../limits.js';
import { createTurns, type TurnHolder } from './check-turn.js';

const settings = {
  memoryCost: PASSWORD.argonMemoryKib,
  timeCost: PASSWORD.argonPasses,
  parallelism: PASSWORD.argonLanes,
};

const inTurn = createTurns({
  atOnceMax: PASSWORD.checksAtOnceMax,
  waitingMax: PASSWORD.checksWaitingMax,
  waitingPerSourceMax: PASSWORD.checksWaitingPerSourceMax,
});

/** The source used for callers who are signed in, and for the program itself. */
const SIGNED_IN: TurnHolder = { source: 'signed in', known: true };

/**
 * Hashes a password for storage, in the PHC string format of argon2id (including salt and
 * settings).
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(SIGNED_IN, () => hash(password, settings));
}

/** A password sent by a caller, and the source of the attempt. */
interface PresentedPassword {
  readonly password: string;
  readonly holder: TurnHolder;
}

/**
 * Returns whether the password matches the stored hash. No password matches an unreadable hash.
 * Throws RATE_LIMITED if too many checks are waiting.
 */
export function verifyPassword(
  stored: string,
  { password, holder }: PresentedPassword,
): Promise<boolean> {
  return inTurn(holder, () => verify(stored, password).catch(() => false));
}

let hashOfNoUser: Promise<string> | undefined;

/**
 * Checks a password for a user who does not exist. This takes as long as a real check and always
 * returns false, so that response times do not reveal which user names exist.
 */
export async function refusePassword(presented: PresentedPassword): Promise<false> {
  hashOfNoUser ??= hashPassword('no user has this password');
  await verifyPassword(await hashOfNoUser, presented);
  return false;
}

// Password hashes (argon2id). A few are computed at once; the others wait for their turn.

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

/** The source of callers who are signed in, and of the program itself. */
const SIGNED_IN: TurnHolder = { source: 'signed in', known: true };

/** Hashes a password for storage, in the PHC text form of argon2id (salt and settings included). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(SIGNED_IN, () => hash(password, settings));
}

/** A password that was presented, and by whom. */
interface PresentedPassword {
  readonly password: string;
  readonly holder: TurnHolder;
}

/**
 * Whether the password fits the stored hash. An unreadable hash fits no password. Throws
 * RATE_LIMITED if too many checks are waiting.
 */
export function verifyPassword(
  stored: string,
  { password, holder }: PresentedPassword,
): Promise<boolean> {
  return inTurn(holder, () => verify(stored, password).catch(() => false));
}

let hashOfNoUser: Promise<string> | undefined;

/**
 * Checks the password of a user who does not exist. It takes as long as a real check and is always
 * false, so that the time of a reply does not reveal which user names exist.
 */
export async function refusePassword(presented: PresentedPassword): Promise<false> {
  hashOfNoUser ??= hashPassword('no user has this password');
  await verifyPassword(await hashOfNoUser, presented);
  return false;
}

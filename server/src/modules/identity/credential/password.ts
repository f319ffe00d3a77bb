// Passwords: argon2id, a few at once and in turn.

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

/** Callers who are signed in, and the program itself. */
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
 * Whether the password is the one behind the stored hash; a hash that cannot be read matches
 * nothing. Throws RATE_LIMITED when too many wait.
 */
export function verifyPassword(
  stored: string,
  { password, holder }: PresentedPassword,
): Promise<boolean> {
  return inTurn(holder, () => verify(stored, password).catch(() => false));
}

let nobodysHash: Promise<string> | undefined;

/**
 * Checks a password that belongs to nobody: takes as long as a real check and is always false,
 * so that the time of a reply does not tell which user names exist.
 */
export async function refusePassword(presented: PresentedPassword): Promise<false> {
  nobodysHash ??= hashPassword('nobody has this password');
  await verifyPassword(await nobodysHash, presented);
  return false;
}

// Passwords: argon2id, with a bound on how many are checked at once, because each takes memory
// and time.

import { hash, verify } from '@node-rs/argon2';
import { commonProblems, refusal } from '../../platform/http/problem.js';
import { PASSWORD } from './limits.js';

const settings = {
  memoryCost: PASSWORD.argonMemoryKib,
  timeCost: PASSWORD.argonPasses,
  parallelism: PASSWORD.argonLanes,
};

let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password for storage, in the PHC text form of argon2id (salt and settings included). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, settings));
}

/**
 * Whether the password is the one behind the stored hash; a hash that cannot be read matches
 * nothing.
 */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password).catch(() => false));
}

let nobodysHash: Promise<string> | undefined;

/**
 * Checks a password that belongs to nobody: takes as long as a real check and is always false,
 * so that the time of a reply does not tell which user names exist.
 */
export async function refusePassword(password: string): Promise<false> {
  nobodysHash ??= hashPassword('nobody has this password');
  await verifyPassword(await nobodysHash, password);
  return false;
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= PASSWORD.checksAtOnceMost) {
    if (waiting.length >= PASSWORD.checksWaitingMost) {
      throw refusal(commonProblems.SERVICE_UNAVAILABLE, { retryAfterSeconds: 1 });
    }
    // The one who ends hands its place over, so the count does not change here.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

// Credentials that were verified a moment ago, so that argon2 and signatures are not paid per
// request.
// The keys are keyed hashes: no secret stays in memory, and nobody can aim at a slot.

import { createHmac, randomBytes } from 'node:crypto';
import type { Principal } from '../../../platform/context.js';
import { CREDENTIAL } from '../limits.js';

/** A caller, and until when its credentials hold at most (milliseconds since 1970). */
export interface Verified {
  readonly principal: Principal;
  readonly untilMs: number;
}

export interface CredentialCache {
  /**
   * The caller of these credentials; `verify` runs when they are not known, once for all who
   * wait.
   */
  readonly callerOf: (
    presented: string,
    nowMs: number,
    verify: () => Promise<Verified>,
  ) => Promise<Principal>;
  /** Forgets everything, after a change to what somebody may do. */
  readonly clear: () => void;
}

interface Entry {
  readonly caller: Promise<Principal>;
  untilMs: number;
}

/** Makes an empty cache; the least recently used entry leaves when it is full. */
export function createCredentialCache(): CredentialCache {
  const secret = randomBytes(32);
  const entries = new Map<string, Entry>();
  return {
    clear: () => entries.clear(),
    callerOf: (presented, nowMs, verify) => {
      const key = createHmac('sha256', secret).update(presented).digest('base64');
      const known = entries.get(key);
      entries.delete(key);
      if (known !== undefined && nowMs < known.untilMs) {
        entries.set(key, known);
        return known.caller;
      }
      const entry = newEntry(nowMs, verify, () => entries.delete(key));
      entries.set(key, entry);
      dropOldest(entries);
      return entry.caller;
    },
  };
}

function newEntry(nowMs: number, verify: () => Promise<Verified>, forget: () => void): Entry {
  const entry: Entry = {
    untilMs: nowMs + CREDENTIAL.verifiedForMs,
    caller: verify().then(
      (verified) => {
        entry.untilMs = Math.min(entry.untilMs, verified.untilMs);
        return verified.principal;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    ),
  };
  return entry;
}

function dropOldest(entries: Map<string, Entry>): void {
  if (entries.size <= CREDENTIAL.verifiedMax) return;
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}

// A cache of verified credentials, so that not every request needs an argon2 hash or a signature
// check. Its keys are keyed hashes, so no secret stays in memory and no caller can target a
// particular entry.

import { createHmac, randomBytes } from 'node:crypto';
import type { Principal } from '../../../platform/context.js';
import { CREDENTIAL } from '../limits.js';

/**
 * A caller, and the latest time at which the caller's credentials expire (milliseconds since 1970).
 */
export interface Verified {
  readonly principal: Principal;
  readonly untilMs: number;
  /** True if the caller may only change their own password. */
  readonly mustChangePassword: boolean;
}

export interface CredentialCache {
  /**
   * Returns the caller identified by the presented credentials. If they are not cached, `verify`
   * runs once for all concurrent requests.
   */
  readonly callerOf: (
    presented: string,
    nowMs: number,
    verify: () => Promise<Verified>,
  ) => Promise<Verified>;
  /** Empties the cache after a principal's rights have changed. */
  readonly clear: () => void;
}

interface Entry {
  readonly caller: Promise<Verified>;
  untilMs: number;
}

/** Creates an empty cache. When it is full, the least recently used entry is dropped. */
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
        return verified;
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

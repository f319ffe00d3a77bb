// Remembers recently correct passwords as keyed digests. A user who knows the password is not
// delayed by others who guess it.

import { createHmac, randomBytes } from 'node:crypto';
import { LOGIN } from '../limits.js';

/** A login attempt, with the kind of holder, the name and the password. */
interface PresentedProof {
  readonly kind: 'user' | 'customer';
  readonly name: string;
  readonly password: string;
}

export interface ProofMemory {
  readonly has: (proof: PresentedProof, nowMs: number) => boolean;
  readonly remember: (proof: PresentedProof, nowMs: number) => void;
  /** Forgets a password that is no longer correct. */
  readonly forget: (proof: PresentedProof) => void;
  /** Shares one check between concurrent attempts with the same password from the same source. */
  readonly share: (
    proof: PresentedProof,
    from: string,
    check: () => Promise<boolean>,
  ) => Promise<boolean>;
}

/** Creates an empty memory. When it is full, the oldest entry is dropped. */
export function createProofMemory(): ProofMemory {
  const secret = randomBytes(32);
  const known = new Map<string, number>();
  const checking = new Map<string, Promise<boolean>>();
  const keyOf = ({ kind, name, password }: PresentedProof) =>
    createHmac('sha256', secret)
      .update(`${kind}\n${name.toLowerCase()}\n${password}`)
      .digest('base64');
  return {
    has: (proof, nowMs) => nowMs < (known.get(keyOf(proof)) ?? 0),
    forget: (proof) => known.delete(keyOf(proof)),
    share: (proof, from, check) => {
      const key = `${keyOf(proof)} ${from}`;
      const outcome = checking.get(key) ?? check().finally(() => checking.delete(key));
      checking.set(key, outcome);
      return outcome;
    },
    remember: (proof, nowMs) => {
      const key = keyOf(proof);
      known.delete(key);
      known.set(key, nowMs + LOGIN.provedForMs);
      const [oldest] = known.keys();
      if (known.size > LOGIN.provedMax && oldest !== undefined) known.delete(oldest);
    },
  };
}

// Personal numbers at rest: sealed by AES-256-GCM under a versioned key, and found again by a keyed
// digest that tells nothing by itself.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { VAULT } from '../../limits.js';
import { assert, present } from '../assert.js';
import type { Clock } from '../clock.js';
import type { KeyRing } from './key-ring.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

// `v1.<version of the key>.<base64url of nonce, tag and what is sealed>`
const SEALED = /^v1\.(\d{1,4})\.([\w-]{38,})$/;

/** A value was sealed under a key that this process does not have (yet). */
export class DataKeyMissing extends Error {}

/** A key as the database knows it. */
interface KnownKey {
  readonly version: number;
  /** From when on it seals; every node knows it by then. */
  readonly sealsFromMs: number;
}

/** Seals, opens and indexes. It holds the keys, so it is never logged, and shows nothing. */
export class Vault {
  readonly #clock: Clock;
  #ring: KeyRing | undefined;
  #known: readonly KnownKey[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes the keys, and what the database knows of them. */
  unlock(ring: KeyRing, known: readonly KnownKey[]): void {
    this.#ring = ring;
    this.knows(known);
  }

  /** Takes up what the database knows of keys that are here already. */
  knows(known: readonly KnownKey[]): void {
    this.#known = [...known].sort((one, other) => other.version - one.version);
  }

  holds(version: number): boolean {
    return this.#ring?.sealing.has(version) === true;
  }

  /** The version that seals now. */
  get version(): number {
    const now = this.#clock.millis();
    const usable = this.#known.find((key) => key.sealsFromMs <= now);
    return present(usable ?? this.#known.at(-1), 'the vault was unlocked').version;
  }

  /** What a text sealed under the present key starts with. */
  get prefix(): string {
    return `v1.${this.version}.`;
  }

  /**
   * Seals a text.
   * @param place the table, column and row that it is kept in: it opens nowhere else, so nobody
   *   gives one customer the number of another by copying a column
   */
  seal(place: string, text: string): string {
    const { version } = this;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key(version), nonce);
    cipher.setAAD(Buffer.from(place, 'utf8'));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const bytes = Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    return `v1.${version}.${bytes.toString('base64url')}`;
  }

  /** Opens what was sealed at this place. Throws DataKeyMissing. */
  open(place: string, sealed: string): string {
    const [, version, content] = SEALED.exec(sealed) ?? [];
    assert(content !== undefined, 'what is opened was sealed');
    const bytes = Buffer.from(content, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.#key(Number(version)), nonce);
    decipher.setAAD(Buffer.from(place, 'utf8'));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  /** Whether a text has the form of a sealed one: of old rows, where some are in the clear. */
  isSealed(text: string): boolean {
    return SEALED.test(text);
  }

  /** A digest by which equal texts of one purpose are found; without the key nobody makes it. */
  index(purpose: string, text: string): string {
    const { index } = present(this.#ring, 'the vault was unlocked');
    return createHmac('sha256', index).update(`${purpose}\n${text}`, 'utf8').digest('base64url');
  }

  #key(version: number): Buffer {
    const key = present(this.#ring, 'the vault was unlocked').sealing.get(version);
    if (key === undefined) throw new DataKeyMissing(`data key ${version} is not on this node`);
    return key;
  }
}

/** What tells in a database that a key is the right one, and nothing else of it. */
export function proofOf(key: Buffer): string {
  assert(key.length === VAULT.keyBytes, 'a key has its length');
  return createHmac('sha256', key).update('countinghouse data key').digest('base64url');
}

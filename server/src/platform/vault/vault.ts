// Encrypts personal numbers at rest with AES-256-GCM under a versioned key. Numbers are looked up
// by a keyed digest that reveals nothing.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { VAULT } from '../../limits.js';
import { assert, present } from '../assert.js';
import type { Clock } from '../clock.js';
import type { KeyRing } from './key-ring.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

// The form of an encrypted value: `v1.<key version>.<base64url of nonce, tag and ciphertext>`.
const SEALED = /^v1\.(\d{1,4})\.([\w-]{38,})$/;

/** Thrown for a value that was encrypted under a key that this process does not have (yet). */
export class DataKeyMissing extends Error {}

/** The record of a key in the database. */
interface KnownKey {
  readonly version: number;
  /** The time from which the key is used to encrypt. All nodes have loaded it before then. */
  readonly sealsFromMs: number;
}

/**
 * Encrypts, decrypts and indexes text. The vault contains the keys, so it is never logged and
 * prints nothing.
 */
export class Vault {
  readonly #clock: Clock;
  #ring: KeyRing | undefined;
  #known: readonly KnownKey[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sets the keys and their records in the database. */
  unlock(ring: KeyRing, known: readonly KnownKey[]): void {
    this.#ring = ring;
    this.knows(known);
  }

  /** Updates the records of the current keys. */
  knows(known: readonly KnownKey[]): void {
    this.#known = [...known].sort((one, other) => other.version - one.version);
  }

  holds(version: number): boolean {
    return this.#ring?.sealing.has(version) === true;
  }

  /** The version of the key that currently encrypts. */
  get version(): number {
    const now = this.#clock.millis();
    const usable = this.#known.find((key) => key.sealsFromMs <= now);
    return present(usable ?? this.#known.at(-1), 'the vault was unlocked').version;
  }

  /** The prefix of values encrypted under the current key. */
  get prefix(): string {
    return `v1.${this.version}.`;
  }

  /**
   * Encrypts text.
   * @param place the table, column and row of the value. It can be decrypted only there, so copying
   * a column cannot assign one customer's number to another.
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

  /** Decrypts a value that was encrypted for this place. Throws DataKeyMissing. */
  open(place: string, sealed: string): string {
    const [, version, content] = SEALED.exec(sealed) ?? [];
    assert(content !== undefined, 'only sealed texts are opened');
    const bytes = Buffer.from(content, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.#key(Number(version)), nonce);
    decipher.setAAD(Buffer.from(place, 'utf8'));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  /** True if a string has the form of an encrypted value. Some old rows contain clear text. */
  isSealed(text: string): boolean {
    return SEALED.test(text);
  }

  /**
   * Computes a digest for finding equal values with the same purpose. Computing it requires the
   * key.
   */
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

/**
 * Computes a value, stored in the database, that identifies the correct key. It reveals nothing
 * else.
 */
export function proofOf(key: Buffer): string {
  assert(key.length === VAULT.keyBytes, 'a key has its length');
  return createHmac('sha256', key).update('countinghouse data key').digest('base64url');
}

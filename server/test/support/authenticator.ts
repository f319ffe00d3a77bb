// A WebAuthn authenticator in software. It creates a passkey and signs with it like a device.
// Implements only the parts of CBOR and COSE (RFC 8949, RFC 9052) that a P-256 passkey needs.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** The parts of an authenticator's response that a forger may change. */
export interface Twist {
  readonly origin?: string;
  readonly flags?: number;
  readonly counter?: number;
}

type Item = number | string | Buffer | ReadonlyMap<number | string, Item>;

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

function cbor(item: Item): Buffer {
  if (typeof item === 'number') return item >= 0 ? head(0, item) : head(1, -1 - item);
  if (typeof item === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)]);
  }
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item]);
  const members = [...item].flatMap(([key, value]) => [cbor(key), cbor(value)]);
  return Buffer.concat([head(5, item.size), ...members]);
}

const text = (bytes: Buffer) => bytes.toString('base64url');

/** Creates a device that has a single passkey, for the site at this origin. */
export function newAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const name = { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} };
  let signed = 0;
  return {
    id: text(id),
    /** Responds to `navigator.credentials.create`. */
    make: (challenge: string, twist: Twist = {}) => {
      const flags = twist.flags ?? USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL;
      const said = { origin, flags, counter: twist.counter ?? 0 };
      const attestation = new Map<string, Item>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', deviceData(said, credentialData(id, publicKey))],
      ]);
      const data = clientData('webauthn.create', challenge, twist.origin ?? origin);
      const attestationObject = text(cbor(attestation));
      const response = { clientDataJSON: text(data), attestationObject, transports: ['internal'] };
      return { ...name, response };
    },
    /** Responds to `navigator.credentials.get`. */
    sign: (challenge: string, twist: Twist = {}) => {
      signed += 1;
      const flags = twist.flags ?? USER_PRESENT | USER_VERIFIED;
      const device = deviceData({ origin, flags, counter: twist.counter ?? signed });
      const data = clientData('webauthn.get', challenge, twist.origin ?? origin);
      const digest = createHash('sha256').update(data).digest();
      const signature = sign('sha256', Buffer.concat([device, digest]), privateKey);
      return {
        ...name,
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(device),
          signature: text(signature),
        },
      };
    },
  };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin }));
}

interface Said {
  readonly origin: string;
  readonly flags: number;
  readonly counter: number;
}

function deviceData(said: Said, credential: Buffer = Buffer.alloc(0)): Buffer {
  const site = createHash('sha256').update(new URL(said.origin).hostname).digest();
  const count = Buffer.alloc(4);
  count.writeUInt32BE(said.counter);
  return Buffer.concat([site, Buffer.from([said.flags]), count, credential]);
}

function credentialData(id: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, Item>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
}

export const FLAGS = { USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL } as const;

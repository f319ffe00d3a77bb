// The code on a sealed document: the id of its record, the digest of its text, and a signature over
// both.

import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { JWK } from 'jose';

// Layout: 1 version byte, 8 bytes of the key id, 8 of the record's id, 32 of the digest, 64 of the
// signature.
const VERSION = 1;
const KEY_AT = 1;
const RECORD_AT = 9;
const DIGEST_AT = 17;
const SIGNATURE_AT = 49;
const CODE_BYTES = 113;

/** The kinds of documents that are sealed. */
type SealedKind = 'contract note' | 'wealth statement' | 'tax pack';

// Returns a prefix for the signed bytes. It ensures that a signature made for another purpose is
// never valid as a seal.
function purposeOf(kind: SealedKind): Buffer {
  return Buffer.from(`countinghouse ${kind} seal 1\n`, 'utf8');
}

/** The content of a code. It must not be trusted until `isGenuine` has returned true. */
export interface SealCode {
  readonly keyId: string;
  readonly recordId: bigint;
  /** The SHA-256 of the document, base64url. */
  readonly digest: string;
  readonly signed: Buffer;
  readonly signature: Buffer;
}

/**
 * Returns the part of a key id that a code contains: the first 8 bytes of the thumbprint,
 * base64url.
 */
function shortKeyId(thumbprint: string): string {
  return Buffer.from(thumbprint, 'base64url').subarray(0, 8).toString('base64url');
}

/** Returns the SHA-256 of a document's text, base64url. */
export function digestOf(document: string): string {
  return createHash('sha256').update(document, 'utf8').digest('base64url');
}

/**
 * Makes the code for a document: base64url of 113 bytes, 151 characters. Ed25519 signatures use no
 * random number, so the same document and key always produce the same code.
 * @param privateJwk an Ed25519 key with its `kid`
 */
export function makeCode(
  sealed: { readonly kind: SealedKind; readonly recordId: bigint; readonly document: string },
  privateJwk: JWK,
): string {
  const signed = Buffer.alloc(SIGNATURE_AT);
  signed.writeUInt8(VERSION, 0);
  signed.write(shortKeyId(String(privateJwk.kid)), KEY_AT, 'base64url');
  signed.writeBigUInt64BE(sealed.recordId, RECORD_AT);
  signed.write(digestOf(sealed.document), DIGEST_AT, 'base64url');
  const key = createPrivateKey({ key: { ...privateJwk }, format: 'jwk' });
  const signature = sign(null, Buffer.concat([purposeOf(sealed.kind), signed]), key);
  return Buffer.concat([signed, signature]).toString('base64url');
}

/** Parses a code; undefined unless the text is the canonical encoding of its bytes. */
export function readCode(text: string): SealCode | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== CODE_BYTES || bytes.readUInt8(0) !== VERSION) return undefined;
  if (bytes.toString('base64url') !== text) return undefined;
  return {
    keyId: bytes.subarray(KEY_AT, RECORD_AT).toString('base64url'),
    recordId: bytes.readBigUInt64BE(RECORD_AT),
    digest: bytes.subarray(DIGEST_AT, SIGNATURE_AT).toString('base64url'),
    signed: bytes.subarray(0, SIGNATURE_AT),
    signature: bytes.subarray(SIGNATURE_AT),
  };
}

/** Returns whether the code was signed for this kind with the private half of this key. */
function verifyCode(code: SealCode, kind: SealedKind, publicJwk: JWK): boolean {
  const key = createPublicKey({ key: { ...publicJwk }, format: 'jwk' });
  return verify(null, Buffer.concat([purposeOf(kind), code.signed]), key, code.signature);
}

/** A sealed document as stored, and the key that sealed it. */
interface StoredSeal {
  readonly document: string;
  readonly keyId: string;
  readonly publicJwk: JWK;
}

/**
 * Returns whether a code belongs to a stored document: the signature proves the digest, and the
 * digest proves the document.
 */
export function isGenuine(code: SealCode, kind: SealedKind, stored: StoredSeal): boolean {
  return (
    code.keyId === shortKeyId(stored.keyId) &&
    verifyCode(code, kind, stored.publicJwk) &&
    code.digest === digestOf(stored.document)
  );
}

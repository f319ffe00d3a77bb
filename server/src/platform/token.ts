// Signed tokens (JWT, ES256) and their signing keys as JWKs.

import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';

const ALGORITHM = 'ES256';
const ISSUER = 'countinghouse';

/** A key pair as stored. Its id is the RFC 7638 thumbprint of the public key. */
interface KeyPair {
  readonly id: string;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

/** The claims of a token. Times are in whole seconds since 1970. */
interface TokenClaims {
  readonly subject: string;
  readonly session: string;
  readonly tokenId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly name: string;
  readonly scope: string;
}

/** Generates a new key pair. */
export async function makeKeyPair(): Promise<KeyPair> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const id = await calculateJwkThumbprint(publicJwk);
  const marks = { kid: id, alg: ALGORITHM, use: 'sig' };
  return {
    id,
    publicJwk: { ...publicJwk, ...marks },
    privateJwk: { ...(await exportJWK(pair.privateKey)), ...marks },
  };
}

/** Signs a token with a private key. */
export async function signToken(claims: TokenClaims, privateJwk: JWK): Promise<string> {
  return new SignJWT({
    sid: claims.session,
    preferred_username: claims.name,
    scope: claims.scope,
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: String(privateJwk.kid) })
    .setIssuer(ISSUER)
    .setAudience(ISSUER)
    .setSubject(claims.subject)
    .setJti(claims.tokenId)
    .setIssuedAt(claims.issuedAt)
    .setExpirationTime(claims.expiresAt)
    .sign(await importJWK(privateJwk, ALGORITHM));
}

/** The claims of a verified token. */
interface VerifiedToken {
  readonly subject: string;
  readonly session: string;
  readonly expiresAt: number;
}

/**
 * Verifies signature, algorithm, issuer, audience and expiry. Undefined if any of them is wrong.
 * @param keyOf returns the public key with the id
 * @param nowMs the current time, in milliseconds since 1970
 */
export async function verifyToken(
  token: string,
  keyOf: (id: string) => Promise<JWK | undefined>,
  nowMs: number,
): Promise<VerifiedToken | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      async (header) => {
        const jwk = await keyOf(header.kid ?? '');
        if (!jwk) throw new UnknownKey();
        return importJWK(jwk, ALGORITHM);
      },
      {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: ISSUER,
        requiredClaims: ['sub', 'exp', 'sid'],
        currentDate: new Date(nowMs),
      },
    );
    const { sub, sid, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return undefined;
    return { subject: sub, session: sid, expiresAt: exp };
  } catch (error) {
    if (error instanceof UnknownKey || isTokenError(error)) return undefined;
    throw error;
  }
}

class UnknownKey extends Error {}

// The library's token errors have a code of this form. All other errors are our own.
function isTokenError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^ERR_J/.test(String(error.code));
}

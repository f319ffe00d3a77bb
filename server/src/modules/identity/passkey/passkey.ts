// Passkeys (WebAuthn Level 2). A device verifies its user and then signs with its own key, so a
// login needs neither password nor code.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../../../platform/context.js';
import { PASSKEY } from '../limits.js';

// The package is loaded with the first passkey, because it includes all of X.509 and is rarely
// needed.
const webAuthn = () => import('@simplewebauthn/server');
const webAuthnParts = () => import('@simplewebauthn/server/helpers');

/** A passkey as stored. */
export interface Passkey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isBackedUp: boolean;
}

/** The site of this server. A passkey created for one site cannot sign for another. */
interface Place {
  readonly origin: string;
  readonly domain: string;
}

/**
 * Returns the site at the server's public address. The default is `localhost`, because browsers do
 * not create passkeys for a numeric address.
 */
export function placeOf({ config }: Pick<Context, 'config'>): Place {
  const url = new URL(config.publicUrl ?? `http://localhost:${config.port}`);
  return { origin: url.origin, domain: url.hostname };
}

/**
 * Returns the data that a browser needs to create a passkey. The caller stores its `challenge`
 * until the browser answers.
 */
export async function creationOptions(
  place: Place,
  user: { readonly id: bigint; readonly name: string; readonly label: string },
  known: readonly string[],
) {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: 'Countinghouse',
    rpID: place.domain,
    userID: new TextEncoder().encode(String(user.id)),
    userName: user.name,
    userDisplayName: user.label,
    attestationType: 'none',
    timeout: PASSKEY.challengeSeconds * 1000,
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Returns the data that a browser needs to sign in. It contains no user, so it reveals none. */
export async function loginOptions(place: Place, challenge: Uint8Array<ArrayBuffer>) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: place.domain,
    challenge,
    userVerification: 'required',
    timeout: PASSKEY.challengeSeconds * 1000,
  });
}

/**
 * Returns the challenge that an answer claims to sign; undefined if the answer cannot be parsed.
 */
export async function challengeOf(clientDataJson: string): Promise<string | undefined> {
  const { decodeClientDataJSON } = await webAuthnParts();
  try {
    const { challenge } = decodeClientDataJSON(clientDataJson);
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the passkey that a device created for this challenge and site; undefined if it is
 * invalid.
 */
export async function madePasskey(
  response: RegistrationResponseJSON,
  expected: Place & { readonly challenge: string },
): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.domain,
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      isBackedUp: credentialBackedUp,
    };
  } catch {
    // The library throws for an invalid answer. The reason would be useful only to a forger.
    return undefined;
  }
}

/**
 * Returns the device's new counter if it signed this challenge with this key; otherwise undefined.
 */
export async function signedCounter(
  response: AuthenticationResponseJSON,
  expected: Place & { readonly challenge: string; readonly passkey: Passkey },
): Promise<number | undefined> {
  const { passkey } = expected;
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.domain,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: [...passkey.transports],
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

// Passkeys (WebAuthn level 2): a device proves a key of its own and who holds it, so that a login
// needs neither password nor code.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../../../platform/context.js';
import { PASSKEY } from '../limits.js';

// Loaded when the first passkey comes: it brings all of X.509 along, which most starts do not need.
const webAuthn = () => import('@simplewebauthn/server');
const webAuthnParts = () => import('@simplewebauthn/server/helpers');

/** A passkey as it is stored. */
export interface Passkey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isBackedUp: boolean;
}

/** Where passkeys of this server belong: a key made for one place signs for no other. */
interface Place {
  readonly origin: string;
  readonly domain: string;
}

/**
 * The public address of the server; without one, the local machine. Browsers make no passkey for a
 * numeric address, so it is named.
 */
export function placeOf({ config }: Pick<Context, 'config'>): Place {
  const url = new URL(config.publicUrl ?? `http://localhost:${config.port}`);
  return { origin: url.origin, domain: url.hostname };
}

/** What a browser needs to make a passkey; `challenge` is to be kept until it answers. */
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

/** What a browser needs to sign in; no user is named, so none can be looked for. */
export async function loginOptions(place: Place, challenge: Uint8Array<ArrayBuffer>) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: place.domain,
    challenge,
    userVerification: 'required',
    timeout: PASSKEY.challengeSeconds * 1000,
  });
}

/** The challenge that an answer says it signed; undefined when the answer cannot be read. */
export async function challengeOf(clientDataJson: string): Promise<string | undefined> {
  const { decodeClientDataJSON } = await webAuthnParts();
  try {
    const { challenge } = decodeClientDataJSON(clientDataJson);
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The passkey that a device made for this challenge and place; undefined when it is not that. */
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
    // The library throws what does not fit; which part it was helps only who forges.
    return undefined;
  }
}

/** The device's new counter when it signed this challenge with this key; undefined when not. */
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

// Checks whether this browser supports passkeys, creates passkeys, and signs in with them.

import type { InitOf } from '@countinghouse/sdk';

type MadeKey = InitOf<'post', 'security/own/passkey/finish'>[0]['body']['response'];
type Signature = InitOf<'post', 'security/passkey/finish'>[0]['body']['response'];

/** Passkeys belong to a host name. Browsers create none for a numeric address. */
const NUMERIC = /^[\d.]+$|:/;

/** Returns whether this browser supports passkeys as JSON and the page has a host name. */
export function hasPasskeys(): boolean {
  return (
    'PublicKeyCredential' in window &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    !NUMERIC.test(window.location.hostname.replaceAll(/[[\]]/g, ''))
  );
}

/** The device or the user refused, or did not answer. */
export class PasskeyRefused extends Error {
  constructor() {
    super('no passkey was used');
    this.name = 'PasskeyRefused';
  }
}

/**
 * Creates a passkey with the server's options. Returns the device's answer in the format of the
 * API.
 */
export async function makePasskey(reply: unknown): Promise<MadeKey> {
  const options: PublicKeyCredentialCreationOptionsJSON = Object(reply).options;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return answerOf(navigator.credentials.create({ publicKey }));
}

/** Signs the server's challenge. The passkey on the device identifies the user. */
export async function signByPasskey(reply: unknown): Promise<Signature> {
  const options: PublicKeyCredentialRequestOptionsJSON = Object(reply).options;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return answerOf(navigator.credentials.get({ publicKey }));
}

// For privacy, browsers do not reveal why a passkey request was refused.
async function answerOf<Answer>(requested: Promise<Credential | null>): Promise<Answer> {
  const credential = await requested.catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyRefused();
  return Object(credential.toJSON());
}

// Passkeys in this browser: whether it can have any here, making one, and signing in with one.

import type { InitOf } from '@countinghouse/sdk';

type MadeKey = InitOf<'post', 'security/own/passkey/finish'>[0]['body']['response'];
type Signature = InitOf<'post', 'security/passkey/finish'>[0]['body']['response'];

/** Passkeys belong to a name; browsers make none for a numeric address. */
const NUMERIC = /^[\d.]+$|:/;

/** Whether this browser speaks of passkeys in JSON, and this page has a name that can own one. */
export function hasPasskeys(): boolean {
  return (
    'PublicKeyCredential' in window &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    !NUMERIC.test(window.location.hostname.replaceAll(/[[\]]/g, ''))
  );
}

/** The device or the person said no, or nothing at all. */
export class PasskeyRefused extends Error {
  constructor() {
    super('no passkey was used');
    this.name = 'PasskeyRefused';
  }
}

/** Lets the device make a passkey by the server's options; the answer as the server takes it. */
export async function makePasskey(reply: unknown): Promise<MadeKey> {
  const options: PublicKeyCredentialCreationOptionsJSON = Object(reply).options;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return answerOf(navigator.credentials.create({ publicKey }));
}

/** Lets the device sign the server's challenge; whose passkey it is, the device knows. */
export async function signByPasskey(reply: unknown): Promise<Signature> {
  const options: PublicKeyCredentialRequestOptionsJSON = Object(reply).options;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return answerOf(navigator.credentials.get({ publicKey }));
}

// A browser tells no more of a refusal than that there was one, so that pages cannot spy.
async function answerOf<Answer>(asked: Promise<Credential | null>): Promise<Answer> {
  const credential = await asked.catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyRefused();
  return Object(credential.toJSON());
}

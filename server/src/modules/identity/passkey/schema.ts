// Wire shapes of the options that a browser needs to create a passkey or sign in with one (WebAuthn
// Level 3, `PublicKeyCredentialCreationOptionsJSON` and `PublicKeyCredentialRequestOptionsJSON`).

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  openObject,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

const challenge = wireText({ description: 'Challenge to sign, base64url' });
const timeout = wireInteger({ description: 'Time limit in milliseconds' });
const userVerification = wireText({
  description: 'Always `required`, so that the device verifies its user',
});
const kind = wireText({ description: 'public-key' });

/** The input of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const loginOptionsReply = closedObject({
  options: openObject({
    challenge,
    timeout,
    rpId: wireText({ description: 'The domain of the passkeys' }),
    userVerification,
  }),
});

/** The input of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptionsReply = closedObject({
  options: openObject({
    challenge,
    timeout,
    rp: openObject({ id: wireText(), name: wireText() }),
    user: openObject({ id: wireText(), name: wireText(), displayName: wireText() }),
    pubKeyCredParams: Type.Array(openObject({ alg: Type.Integer(), type: kind })),
    excludeCredentials: Type.Array(openObject({ id: wireText(), type: kind }), {
      description: 'Passkeys that the user already has',
    }),
    authenticatorSelection: openObject({
      residentKey: wireText(),
      requireResidentKey: Type.Boolean(),
      userVerification,
    }),
    attestation: wireText({ description: 'none' }),
    hints: Type.Array(wireText()),
    extensions: openObject({ credProps: Type.Boolean() }),
  }),
});

// Wire shapes of what a browser is given to make a passkey or to sign in with one (WebAuthn
// Level 3, `PublicKeyCredentialCreationOptionsJSON` and `PublicKeyCredentialRequestOptionsJSON`).

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  openObject,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

const challenge = wireText({ description: 'To be signed, base64url' });
const timeout = wireInteger({ description: 'Milliseconds' });
const userVerification = wireText({ description: 'required: the device asks for finger or code' });
const kind = wireText({ description: 'public-key' });

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const loginOptionsReply = closedObject({
  options: openObject({
    challenge,
    timeout,
    rpId: wireText({ description: 'The domain that passkeys are of' }),
    userVerification,
  }),
});

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptionsReply = closedObject({
  options: openObject({
    challenge,
    timeout,
    rp: openObject({ id: wireText(), name: wireText() }),
    user: openObject({ id: wireText(), name: wireText(), displayName: wireText() }),
    pubKeyCredParams: Type.Array(openObject({ alg: Type.Integer(), type: kind })),
    excludeCredentials: Type.Array(openObject({ id: wireText(), type: kind }), {
      description: 'Passkeys that the user has',
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

// Passkey routes: logins, and the user's own passkeys.

import { Type } from '@sinclair/typebox';
import { PAGE_BS, pageBS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, PUBLIC, type Route, raw, write } from '../../../platform/http/route.js';
import {
  closedObject,
  openObject,
  wireFlag,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { refuseWrongPassword } from '../account/own-account.js';
import { PASSKEY, PASSWORD } from '../limits.js';
import { tokenReply } from '../login/schema.js';
import type { Guard } from '../principal/guard.js';
import { identityProblems as problems } from '../problems.js';
import { beginPasskeyLogin, finishPasskeyLogin } from './login.js';
import { beginPasskey, finishPasskey, ownPasskeys, removePasskey } from './own-passkey.js';
import { creationOptionsReply, loginOptionsReply } from './schema.js';

const OWN = { permission: 'system.own-account.change', sensitive: true, scope: 'OFFICE' } as const;

const signed = (description: string) => wireText({ description, longest: 16_384 });

// A credential in the format of the browser's `toJSON()`. Other members are ignored.
const credential = {
  id: signed('Credential id, base64url'),
  rawId: signed('Credential id, base64url'),
  type: Type.Literal('public-key', { description: 'Kind of credential' }),
  clientExtensionResults: openObject({}),
};

const madeCredential = openObject({
  ...credential,
  response: openObject({
    clientDataJSON: signed('Client data that the browser signed, base64url'),
    attestationObject: signed('The new public key, base64url'),
    transports: Type.Optional(
      Type.Array(wireText({ description: 'Transport to the device', longest: 32 }), {
        maxItems: 16,
      }),
    ),
  }),
});

const signedChallenge = openObject({
  ...credential,
  response: openObject({
    clientDataJSON: signed('Client data that the browser signed, base64url'),
    authenticatorData: signed('Authenticator data, base64url'),
    signature: signed('Signature, base64url'),
    userHandle: Type.Optional(signed('User of the passkey, base64url')),
  }),
});

const passkeyRecord = closedObject({
  passkey: wireText({ description: 'Credential id, base64url', longest: 1_400 }),
  label: wireText({ description: 'Name of the device' }),
  backedUp: wireFlag({ description: 'Whether the passkey is stored on more than one device' }),
  createdDttm: wireInstant({ description: 'Time at which the passkey was added' }),
  lastUsedDttm: Type.Optional(
    wireInstant({ description: 'Time of the last login with the passkey' }),
  ),
});

/** Returns all passkey routes. */
export function passkeyRoutes(guard: Guard): readonly Route[] {
  return [...loginRoutes(guard), ...additionRoutes(guard), ...ownRoutes()];
}

function loginRoutes(guard: Guard): readonly Route[] {
  const login = { permission: PUBLIC, sensitive: true, method: 'POST' } as const;
  return [
    raw({
      ...login,
      path: 'security/passkey/begin',
      operation: 'beginPasskeyLogin',
      summary: 'Begin a passkey login; returns the challenge for the device',
      body: closedObject({}),
      reply: loginOptionsReply,
      run: (call) => beginPasskeyLogin(call),
    }),
    raw({
      ...login,
      path: 'security/passkey/finish',
      operation: 'finishPasskeyLogin',
      summary: 'Exchange a signed challenge for tokens',
      body: closedObject({ response: signedChallenge }),
      reply: tokenReply,
      run: (call, { body }) => finishPasskeyLogin(call, guard, body.response),
    }),
  ];
}

function additionRoutes(guard: Guard): readonly Route[] {
  return [
    write({
      ...OWN,
      method: 'POST',
      path: 'security/own/passkey/begin',
      operation: 'beginPasskey',
      summary: 'Begin adding a passkey; returns the options that the browser needs to create it',
      body: closedObject({
        password: wireText({
          description: 'The current password',
          longest: 2 * PASSWORD.charactersMax,
        }),
      }),
      problems: [problems.OWN_PASSWORD_WRONG, problems.TOO_MANY_PASSKEYS],
      precheck: (call, { body }) => refuseWrongPassword(call, guard, body.password),
      reply: creationOptionsReply,
      run: (work) => beginPasskey(work),
    }),
    write({
      ...OWN,
      method: 'POST',
      path: 'security/own/passkey/finish',
      operation: 'finishPasskey',
      summary: 'Add the passkey that the device created',
      body: closedObject({
        label: wireText({
          description: 'Name of the device',
          longest: PASSKEY.labelCharactersMax,
        }),
        response: madeCredential,
      }),
      problems: [problems.PASSKEY_REFUSED],
      reply: closedObject({ passkey: wireText({ description: 'Credential id, base64url' }) }),
      run: (work, { body }) => finishPasskey(work, body),
    }),
  ];
}

function ownRoutes(): readonly Route[] {
  return [
    list({
      permission: 'system.own-account.read',
      path: 'security/own/passkey/list',
      operation: 'listOwnPasskeys',
      summary: 'Your passkeys, oldest first',
      paging: PAGE_BS,
      query: closedObject({ ...pageBS }),
      reply: passkeyRecord,
      run: (call, { query }) => ownPasskeys(call, pageOf(query, PAGE_BS)),
    }),
    write({
      ...OWN,
      method: 'DELETE',
      path: 'security/own/passkey/remove/{passkey}',
      operation: 'removePasskey',
      summary: 'Remove one of your passkeys',
      params: openObject({
        passkey: Type.String({ pattern: '^[\\w-]{16,1400}$', description: 'Credential id' }),
      }),
      run: (work, { params }) => removePasskey(work, params.passkey),
    }),
  ];
}

// Wire shapes of logins and tokens.

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  openObject,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

const secretText = (description: string) => wireText({ description, longest: 1_024 });

export const nameAndPassword = openObject({
  username: wireText({ description: 'User name, or client id' }),
  password: secretText('Password, or client secret'),
});

export const accessTokenRequest = openObject({
  ...nameAndPassword.properties,
  code: Type.Optional(
    wireText({ description: 'Code of the second factor, or a recovery code', longest: 64 }),
  ),
});

export const oauthRequest = openObject({
  grant_type: Type.Optional(
    wireText({ description: 'client_credentials or refresh_token (RFC 6749)' }),
  ),
  client_id: Type.Optional(wireText({ description: 'Client id, unless sent by HTTP Basic' })),
  client_secret: Type.Optional(secretText('Client secret, unless sent by HTTP Basic')),
  refresh_token: Type.Optional(secretText('Refresh token to exchange')),
});

export const revokeRequest = openObject({
  token: Type.Optional(wireText({ description: 'Token to revoke', longest: 8_192 })),
  token_type_hint: Type.Optional(wireText({ description: 'Ignored' })),
  client_id: Type.Optional(wireText({ description: 'Client id, unless sent by HTTP Basic' })),
  client_secret: Type.Optional(secretText('Client secret, unless sent by HTTP Basic')),
});

export const tokenReply = openObject({
  access_token: wireText({ description: 'Signed JWT (ES256)', longest: 4_000 }),
  expires_in: wireInteger({
    description:
      'Life of the access token in seconds: COUNTINGHOUSE_CLIENT_TOKEN_SECONDS for an API ' +
      'client at `security/request/access-token`, otherwise 900',
  }),
  refresh_token: wireText({
    description: 'Token for grant_type refresh_token, which can be used once',
  }),
  refresh_expires_in: wireInteger({ description: 'Life of the refresh token in seconds' }),
  token_type: wireText({ description: 'Bearer' }),
  'not-before-policy': wireInteger({ description: 'Always 0' }),
  session_state: wireText({ description: 'Id of the session' }),
  scope: wireText({ description: 'Roles, separated by spaces' }),
});

/** The reply is empty, because an unknown token is not an error (RFC 7009). */
export const revokeReply = closedObject({});

export const signingKeysReply = closedObject({
  keys: Type.Array(
    openObject({
      kid: wireText({ description: 'Key id, as in the header of a token' }),
      kty: wireText({ description: 'EC' }),
      crv: wireText({ description: 'P-256' }),
      x: wireText(),
      y: wireText(),
      alg: wireText({ description: 'ES256' }),
      use: wireText({ description: 'sig' }),
    }),
  ),
});

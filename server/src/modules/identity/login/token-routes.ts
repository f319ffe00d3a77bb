// Token routes: requests, revocation, and the keys that verify tokens.

import { PUBLIC, type Route, raw, read } from '../../../platform/http/route.js';
import { anyQuery } from '../../../platform/http/shape/wire.js';
import type { Guard } from '../principal/guard.js';
import { identityProblems as problems } from '../problems.js';
import { requestAccessToken, requestToken, revokeToken } from './oauth.js';
import * as shape from './schema.js';

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** Returns the token routes. */
export function tokenRoutes(guard: Guard): readonly Route[] {
  const oauth = [
    problems.OAUTH_INVALID_REQUEST,
    problems.OAUTH_INVALID_CLIENT,
    problems.OAUTH_INVALID_GRANT,
    problems.OAUTH_UNAUTHORIZED_CLIENT,
    problems.OAUTH_UNSUPPORTED_GRANT_TYPE,
  ];
  const login = { permission: PUBLIC, sensitive: true, method: 'POST', consumes: FORMS } as const;
  return [
    raw({
      ...login,
      path: 'security/request/access-token',
      operation: 'requestAccessToken',
      query: anyQuery,
      summary: 'Exchange a user name and password, or a client id and secret, for tokens',
      body: shape.accessTokenRequest,
      reply: shape.tokenReply,
      problems: [problems.SECOND_FACTOR_NEEDED, problems.SECOND_FACTOR_WRONG],
      run: (call, { body }) =>
        requestAccessToken(call, guard, {
          name: body.username,
          secret: body.password,
          code: body.code,
        }),
    }),
    raw({
      ...login,
      mount: 'root',
      path: 'oauth/token',
      operation: 'requestOAuthToken',
      summary: 'OAuth 2 token endpoint: client_credentials and refresh_token',
      body: shape.oauthRequest,
      reply: shape.tokenReply,
      problems: oauth,
      run: (call, { body }) => requestToken(call, guard, body),
    }),
    raw({
      ...login,
      mount: 'root',
      path: 'oauth/revoke',
      operation: 'revokeOAuthToken',
      summary: 'OAuth 2 revocation: end the session of a token',
      body: shape.revokeRequest,
      reply: shape.revokeReply,
      problems: oauth,
      run: (call, { body }) => revokeToken(call, guard, body),
    }),
    read({
      mount: 'root',
      path: '.well-known/jwks.json',
      operation: 'readSigningKeys',
      summary: 'Public keys that verify access tokens (RFC 7517)',
      permission: PUBLIC,
      reply: shape.signingKeysReply,
      run: async (call) => ({ keys: await guard.keys.all(call.context) }),
    }),
  ];
}

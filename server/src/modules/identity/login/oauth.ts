// Token requests: the access-token operation of the original program, and OAuth 2 (RFC 6749, RFC
// 7009).

import type { Call } from '../../../platform/context.js';
import { commonProblems, type ProblemKind, refusal } from '../../../platform/http/reply/problem.js';
import { verifyToken } from '../../../platform/token.js';
import { type EventSource, recordSecurityEvent, sourceOf } from '../audit/security-event.js';
import type { Guard } from '../principal/guard.js';
import { findPrincipalOfSession, type PrincipalRow } from '../principal/queries.js';
import { identityProblems } from '../problems.js';
import { basicOf } from './authenticator.js';
import { rememberDevice } from './device.js';
import { type Checking, findBySecret, type NameAndSecret, rememberUserLogin } from './login.js';
import { requireSecondFactor } from './second-login.js';
import {
  openSession,
  refreshSession,
  revokeByRefreshToken,
  revokeSession,
  type TokenReply,
} from './session.js';

/** The parameters that this server reads from a token or revocation request. */
interface OAuthRequest {
  readonly grant_type?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly refresh_token?: string;
  readonly token?: string;
}

/**
 * Opens a session with the name and secret of a user or an API client. A user with a second factor
 * must also send a code. The lifetime of a client's access token is configurable. Refuses with
 * INVALID_CREDENTIALS, SECOND_FACTOR_NEEDED or SECOND_FACTOR_WRONG.
 */
export async function requestAccessToken(
  call: Call,
  guard: Guard,
  presented: NameAndSecret & { readonly code?: string | undefined },
): Promise<TokenReply> {
  const source = sourceOf(call);
  const on = { context: call.context, guard };
  const row = await findBySecret(on, presented, source);
  if (!row) throw refusal(commonProblems.INVALID_CREDENTIALS);
  if (row.hasSecondFactor) {
    await requireSecondFactor(call.context, row, { code: presented.code, source });
    await rememberUserLogin(on, row, { secret: presented.secret, source });
  }
  if (row.kind === 'user') {
    rememberDevice(call, row.id);
    return openSession(on, row, source);
  }
  // Clients written for the original program keep a token for an hour and do not refresh it.
  const accessSeconds = call.context.config.clientTokenSeconds;
  return openSession({ ...on, accessSeconds }, row, source);
}

/** Handles POST /oauth/token. Its refusals have the `error` member of RFC 6749 §5.2. */
export async function requestToken(
  call: Call,
  guard: Guard,
  request: OAuthRequest,
): Promise<TokenReply> {
  switch (request.grant_type) {
    case 'client_credentials':
      return grantToClient(call, guard, request);
    case 'refresh_token':
      return grantByRefresh(call, guard, request);
    case undefined:
      throw oauthRefusal('invalid_request', 'grant_type is missing');
    default:
      throw oauthRefusal('unsupported_grant_type');
  }
}

async function grantToClient(call: Call, guard: Guard, request: OAuthRequest): Promise<TokenReply> {
  const client = await authenticateClient(call, guard, request);
  if (!client) throw oauthRefusal('invalid_client', 'client credentials are missing');
  return openSession({ context: call.context, guard }, client, sourceOf(call));
}

async function grantByRefresh(
  call: Call,
  guard: Guard,
  request: OAuthRequest,
): Promise<TokenReply> {
  const { context } = call;
  if (!request.refresh_token) throw oauthRefusal('invalid_request', 'refresh_token is missing');
  const client = await authenticateClient(call, guard, request);
  const reply = await refreshSession(
    { context, guard, client },
    request.refresh_token,
    sourceOf(call),
  );
  if (!reply) throw oauthRefusal('invalid_grant');
  return reply;
}

/**
 * Handles POST /oauth/revoke: ends the session to which a refresh or access token belongs. An
 * unknown token is not an error.
 */
export async function revokeToken(
  call: Call,
  guard: Guard,
  request: OAuthRequest,
): Promise<object> {
  if (!request.token) throw oauthRefusal('invalid_request', 'token is missing');
  const { context } = call;
  const client = await authenticateClient(call, guard, request);
  const source = sourceOf(call);
  const revoked = await revokeByRefreshToken({ context, guard, client }, request.token, source);
  if (!revoked) await revokeAccessToken(call, guard, { client, token: request.token });
  return {};
}

async function revokeAccessToken(
  { context, ...call }: Call,
  guard: Guard,
  request: { readonly client: PrincipalRow | undefined; readonly token: string },
): Promise<void> {
  const verified = await verifyToken(
    request.token,
    (id) => guard.keys.find(context, id),
    context.clock.millis(),
  );
  if (!verified) return;
  const { session } = verified;
  const found = { id: session, principalId: BigInt(verified.subject), now: context.clock.now() };
  const principal = await findPrincipalOfSession(context.db, found);
  if (!principal) return;
  const own = principal.kind === 'user' ? !request.client : request.client?.id === principal.id;
  if (own) await revokeSession({ context, guard }, { session, principal }, sourceOf(call));
}

// Authenticates a client. Its credentials are either in HTTP Basic or in the body, but not in both
// (RFC 6749 §2.3).
async function authenticateClient(
  call: Call,
  guard: Guard,
  request: OAuthRequest,
): Promise<PrincipalRow | undefined> {
  const authorization = call.request?.credentials.authorization;
  if (authorization !== undefined && request.client_secret !== undefined) {
    throw oauthRefusal('invalid_request', 'client credentials were sent twice');
  }
  const presented = authorization === undefined ? inBody(request) : basicOf(authorization);
  if (!presented) {
    if (authorization === undefined) return undefined;
    throw oauthRefusal('invalid_client');
  }
  return findClient({ context: call.context, guard }, presented, sourceOf(call));
}

async function findClient(
  on: Checking,
  presented: NameAndSecret,
  source: EventSource,
): Promise<PrincipalRow> {
  const { context } = on;
  const row = await findBySecret(on, presented, source);
  if (!row) throw oauthRefusal('invalid_client');
  if (row.kind === 'client') return row;
  const { id, kind, name } = row;
  const event = { kind, id, name, operation: 'token', msgCode: 'TOKEN_REFUSED' } as const;
  await recordSecurityEvent({ context, db: context.db }, event, source);
  throw oauthRefusal(
    'unauthorized_client',
    'the credentials belong to a user, not to an API client',
  );
}

function inBody({ client_id, client_secret }: OAuthRequest): NameAndSecret | undefined {
  if (client_id === undefined || client_secret === undefined) return undefined;
  return { name: client_id, secret: client_secret };
}

const OAUTH_ERRORS = {
  invalid_request: identityProblems.OAUTH_INVALID_REQUEST,
  invalid_client: identityProblems.OAUTH_INVALID_CLIENT,
  invalid_grant: identityProblems.OAUTH_INVALID_GRANT,
  unauthorized_client: identityProblems.OAUTH_UNAUTHORIZED_CLIENT,
  unsupported_grant_type: identityProblems.OAUTH_UNSUPPORTED_GRANT_TYPE,
} as const satisfies Readonly<Record<string, ProblemKind>>;

function oauthRefusal(error: keyof typeof OAUTH_ERRORS, detail?: string) {
  const kind = OAUTH_ERRORS[error];
  const members = { error, error_description: detail ?? kind.title };
  return refusal(kind, detail === undefined ? { members } : { members, detail });
}

// A client's credentials, and the tokens fetched and renewed with them.

import { TOKEN } from './limits.js';

export interface NameAndPassword {
  readonly username: string;
  readonly password: string;
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** One kind of credentials. Public operations need none. */
export interface CredentialOptions {
  /** The id and secret of an API client, or a user's name and password, sent with every request. */
  readonly basic?: NameAndPassword | undefined;
  /** The API key, sent as `X-API-Key`. */
  readonly apiKey?: string | undefined;
  /**
   * An access token, or a function that returns one. The function is called before each request,
   * and again after a 401.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** OAuth 2 client credentials. The client uses them to fetch and renew tokens. */
  readonly clientCredentials?: ClientCredentials | undefined;
  /**
   * The login of a staff user. The client fetches and renews tokens, and does not send the password
   * again.
   */
  readonly password?: NameAndPassword | undefined;
}

export interface Credentials {
  /** Returns the headers that identify the caller. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** Called after a 401 reply to these headers. Returns whether fetching new headers may help. */
  renew(refused: Readonly<Record<string, string>>): boolean;
}

/** A token request: to the OAuth endpoint, or to the staff login. */
export interface TokenRequest {
  readonly path: '/oauth/token' | 'security/request/access-token';
  readonly body: Readonly<Record<string, string>>;
}

export interface TokenReply {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly refresh_expires_in: number;
}

/** Fetches tokens. Throws a ProblemError if the server refuses. */
export type FetchTokens = (request: TokenRequest) => Promise<TokenReply>;

/** Reads the credentials from the options. Throws if there is more than one kind. */
export function credentialsOf(options: CredentialOptions, fetchTokens: FetchTokens): Credentials {
  const { basic, apiKey, token, clientCredentials, password } = options;
  const given = [basic, apiKey, token, clientCredentials, password].filter(
    (each) => each !== undefined,
  );
  if (given.length > 1) throw new TypeError('give only one kind of credentials');
  if (basic !== undefined) return fixed({ authorization: basicOf(basic) });
  if (apiKey !== undefined) return fixed({ 'x-api-key': apiKey });
  if (typeof token === 'string') return fixed({ authorization: `Bearer ${token}` });
  if (token !== undefined) return callerToken(token);
  if (clientCredentials !== undefined) {
    const { clientId, clientSecret } = clientCredentials;
    const known = { client_id: clientId, client_secret: clientSecret };
    const first = { grant_type: 'client_credentials', ...known };
    return session(fetchTokens, { first: { path: '/oauth/token', body: first }, known });
  }
  if (password !== undefined) {
    const first = { path: 'security/request/access-token', body: { ...password } } as const;
    return session(fetchTokens, { first, known: {} });
  }
  return fixed({});
}

function fixed(headers: Readonly<Record<string, string>>): Credentials {
  return { headers: async () => headers, renew: () => false };
}

function callerToken(token: () => string | Promise<string>): Credentials {
  return {
    headers: async () => ({ authorization: `Bearer ${await token()}` }),
    renew: () => true,
  };
}

function basicOf({ username, password }: NameAndPassword): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

interface SessionParts {
  readonly first: TokenRequest;
  /** The parameters of a renewal, besides the refresh token. */
  readonly known: Readonly<Record<string, string>>;
}

interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly endsAtMs: number;
  readonly refreshEndsAtMs: number;
}

// Concurrent calls without a valid token share one token request, because each refresh token works
// only once.
function session(fetchTokens: FetchTokens, { first, known }: SessionParts): Credentials {
  let tokens: Tokens | undefined;
  let fetching: Promise<Tokens> | undefined;
  const begin = async () => tokensOf(await fetchTokens(first));
  const next = async (): Promise<Tokens> => {
    if (tokens === undefined || !isGood(tokens.refreshEndsAtMs)) return begin();
    const body = { grant_type: 'refresh_token', refresh_token: tokens.refresh, ...known };
    try {
      return tokensOf(await fetchTokens({ path: '/oauth/token', body }));
    } catch {
      // The server may have ended the session. A new session starts with the original credentials.
      return begin();
    }
  };
  const current = async (): Promise<Tokens> => {
    if (tokens !== undefined && isGood(tokens.endsAtMs)) return tokens;
    fetching ??= next().finally(() => {
      fetching = undefined;
    });
    tokens = await fetching;
    return tokens;
  };
  return {
    headers: async () => ({ authorization: `Bearer ${(await current()).access}` }),
    renew: (refused) => {
      // Another call may have renewed the token in the meantime.
      const isCurrent = refused.authorization === `Bearer ${tokens?.access}`;
      if (isCurrent && tokens !== undefined) tokens = { ...tokens, endsAtMs: 0 };
      return true;
    },
  };
}

function tokensOf(reply: TokenReply): Tokens {
  const now = Date.now();
  return {
    access: reply.access_token,
    refresh: reply.refresh_token,
    endsAtMs: now + reply.expires_in * 1_000,
    refreshEndsAtMs: now + reply.refresh_expires_in * 1_000,
  };
}

function isGood(endsAtMs: number): boolean {
  return endsAtMs - Date.now() > TOKEN.lifeMinMs;
}

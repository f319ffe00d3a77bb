-- Sessions opened by a login or grant, their refresh tokens, and the keys that sign tokens.

-- A session, opened by a login or grant. Every access and refresh token names its session.
create table auth_session (
  id uuid primary key,
  principal_id bigint not null references principal,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  address text,
  -- When the session's access token was last renewed.
  used_at timestamptz
);
select hash_rows_of('auth_session', 'id');
create index auth_session_by_expiry on auth_session (expires_at);
create index auth_session_by_principal on auth_session (principal_id, created_at);

create table refresh_token (
  -- SHA-256 (hex) of the token, which is 256 random bits.
  hash text primary key,
  session_id uuid not null references auth_session on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when the token is exchanged for the next one. A second use ends the session.
  used_at timestamptz
);
select hash_rows_of('refresh_token', 'hash');
create index refresh_token_by_session on refresh_token (session_id);

-- Keys that sign access tokens. The newest key signs, and the others verify until their last token
-- has expired.
create table signing_key (
  id text primary key,
  public_jwk jsonb not null,
  -- The private key (JWK), encrypted by the vault.
  private_sealed text not null,
  created_at timestamptz not null,
  -- Set when a newer key replaces this one. After this time the key verifies nothing and can be
  -- deleted.
  verifies_until timestamptz
);
select hash_rows_of('signing_key', 'id');

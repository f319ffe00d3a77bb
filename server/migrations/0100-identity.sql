-- Identity: who may call (principals), their sessions and tokens, failed logins, and the audit
-- log's guard.

create sequence principal_id increment by 50;

-- A user (a person of the staff) or a client (a program). Their names share one space.
create table principal (
  id bigint primary key,
  kind text not null check (kind in ('user', 'client')),
  name text not null,
  label text not null,
  email_address text,
  active boolean not null default true,
  -- argon2id of a user's password; SHA-256 (hex) of a client's secret, which is 256 random bits.
  secret_hash text not null,
  roles text[] not null check (cardinality(roles) > 0),
  -- Business offices; null means every one.
  office_ids bigint[] check (cardinality(office_ids) > 0),
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create unique index principal_by_name on principal (lower(name));

-- Failed logins of users and portal customers. Id 0 stands for all names that do not exist,
-- so that an unknown name takes the same statements as a known one.
create table login_failure (
  principal_kind text not null check (principal_kind in ('user', 'customer')),
  principal_id bigint not null,
  failures integer not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (principal_kind, principal_id)
);

-- What a login or grant opened; every access and refresh token names its session.
create table auth_session (
  id uuid primary key,
  principal_id bigint not null references principal,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index auth_session_by_expiry on auth_session (expires_at);

create table refresh_token (
  -- SHA-256 (hex) of the token, which is 256 random bits.
  hash text primary key,
  session_id uuid not null references auth_session on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when the token was exchanged for the next; a second use ends the session.
  used_at timestamptz
);
create index refresh_token_by_session on refresh_token (session_id);

-- Keys of access tokens. The newest one signs; the others verify until their last token has
-- expired.
create table signing_key (
  id text primary key,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null,
  -- Set when a newer key took over; from then on the key verifies nothing and may be removed.
  verifies_until timestamptz
);

alter table audit_entry add column address text;
create index audit_entry_by_order on audit_entry (transaction_id, id);
drop index audit_entry_by_transaction;
create index audit_entry_by_time on audit_entry (at, id);

create trigger audit_entry_is_never_emptied before truncate on audit_entry
  for each statement execute function refuse_change();
create trigger audit_chain_is_never_emptied before truncate on audit_chain
  for each statement execute function refuse_change();

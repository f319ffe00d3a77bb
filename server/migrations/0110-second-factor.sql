-- A second factor of users: one-time codes by the clock (RFC 6238), codes for a lost device, and
-- what a user sees of the own sessions.

create table second_factor (
  principal_id bigint primary key references principal,
  -- Base32, sealed by the vault.
  secret text not null,
  created_at timestamptz not null,
  -- Null until a first code proved that the device has the secret: until then nobody is asked.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken; no code is taken twice.
  last_step bigint not null default 0
);

create table recovery_code (
  principal_id bigint not null references second_factor on delete cascade,
  -- SHA-256 (hex) of the code, which is 80 random bits.
  hash text not null,
  used_at timestamptz,
  primary key (principal_id, hash)
);

-- Codes are guessed by who has the password already, so they are counted apart from it.
alter table login_failure drop constraint login_failure_principal_kind_check;
alter table login_failure add constraint login_failure_kind_known
  check (principal_kind in ('user', 'customer', 'second-factor'));

alter table auth_session
  add column address text,
  -- When its access token was last made anew.
  add column used_at timestamptz;
create index auth_session_by_principal on auth_session (principal_id, created_at);

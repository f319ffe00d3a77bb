-- Second factors of users: time-based one-time codes (RFC 6238) and recovery codes.

create table second_factor (
  principal_id bigint primary key references principal,
  -- In base32, encrypted by the vault.
  secret text not null,
  created_at timestamptz not null,
  -- Null until a first code proves that the device has the secret. Until then, logins require no
  -- code.
  confirmed_at timestamptz,
  -- The time step of the last accepted code, so that no code is accepted twice.
  last_step bigint not null default 0
);
select hash_rows_of('second_factor', 'principal_id');

create table recovery_code (
  principal_id bigint not null references second_factor on delete cascade,
  -- SHA-256 (hex) of the code, which is 80 random bits.
  hash text not null,
  used_at timestamptz,
  primary key (principal_id, hash)
);
select hash_rows_of('recovery_code', 'principal_id, hash');

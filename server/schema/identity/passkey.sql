-- Passkeys (WebAuthn): keys of users' devices that sign a challenge in place of a password.

create table passkey (
  -- The credential id that the device chose, base64url.
  id text primary key,
  principal_id bigint not null references principal,
  label text not null,
  -- The COSE key that the device sent.
  public_key bytea not null,
  -- The signature counter of the device. A lower number shows that the key was copied.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);
select hash_rows_of('passkey', 'id');
create index passkey_by_principal on passkey (principal_id, created_at);

-- Challenges that devices sign; each is accepted once. Those of users who add a device are stored
-- until they are answered. Those of logins are signed by us, and stored once they are used.
create table passkey_challenge (
  challenge text primary key,
  -- The user who adds a device; null for the used challenge of a login.
  principal_id bigint references principal,
  expires_at timestamptz not null
);
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);

-- Passkeys (WebAuthn): keys of users' devices that sign a challenge, in the place of a password.

create table passkey (
  -- The credential id that the device chose, base64url.
  id text primary key,
  principal_id bigint not null references principal,
  label text not null,
  -- COSE, as the device gave it.
  public_key bytea not null,
  -- How often the device says it has signed; it never goes back, or somebody copied the key.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_by_principal on passkey (principal_id, created_at);

-- What a device is asked to sign; taken once.
create table passkey_challenge (
  challenge text primary key,
  -- Whose device is being added; null at a login, where nobody is known yet.
  principal_id bigint references principal,
  expires_at timestamptz not null
);
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);

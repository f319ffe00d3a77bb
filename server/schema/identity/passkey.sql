-- Passkeys (WebAuthn): keys on users' devices that sign a challenge in place of a password.

create table passkey (
  -- The credential id chosen by the device, in base64url.
  id text primary key,
  principal_id bigint not null references principal,
  label text not null,
  -- The COSE key sent by the device.
  public_key bytea not null,
  -- The device's signature counter. A number that is too low shows that the key was copied.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);
select hash_rows_of('passkey', 'id');
create index passkey_by_principal on passkey (principal_id, created_at);

-- Challenges that devices sign. Each is accepted once. When a user adds a device, the challenge is
-- stored until it is answered. A login challenge is signed by this server and stored only after
-- use.
create table passkey_challenge (
  challenge text primary key,
  -- The user who is adding a device. Null for a used login challenge.
  principal_id bigint references principal,
  expires_at timestamptz not null
);
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);

-- Seals of contract notes. The content of each document is sealed once. The keys also seal wealth
-- statements.

-- Unlike access token keys, these keys must verify signatures forever, because notes are checked
-- years later.
create table note_seal_key (
  id text primary key,
  public_jwk jsonb not null,
  -- The private key (JWK), encrypted by the vault.
  private_sealed text not null,
  created_at timestamptz not null
);
select hash_rows_of('note_seal_key', 'id');

-- The document is stored as the exact text that was sealed.
create table contract_note_seal (
  contract_note_id bigint primary key references contract_note,
  document text not null,
  code text not null,
  key_id text not null references note_seal_key,
  sealed_at timestamptz not null
);
select hash_rows_of('contract_note_seal', 'contract_note_id');
create trigger contract_note_seal_is_kept before update or delete on contract_note_seal
  for each row execute function refuse_change();
create trigger contract_note_seal_is_never_emptied before truncate on contract_note_seal
  for each statement execute function refuse_change();

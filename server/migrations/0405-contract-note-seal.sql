-- Order: what contract notes say as documents, sealed once, and the keys that seal them.

-- Unlike the keys of access tokens these verify for ever: a note is shown years after its trade.
create table note_seal_key (
  id text primary key,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null
);

-- The document is kept as the text that was sealed, so that it can be read again letter by letter.
create table contract_note_seal (
  contract_note_id bigint primary key references contract_note,
  document text not null,
  code text not null,
  key_id text not null references note_seal_key,
  sealed_at timestamptz not null
);

create trigger contract_note_seal_is_kept before update or delete on contract_note_seal
  for each row execute function refuse_change();
create trigger contract_note_seal_is_never_emptied before truncate on contract_note_seal
  for each statement execute function refuse_change();

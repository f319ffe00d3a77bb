-- The audit log: one entry per write, the changed columns of records, and the hash chain.

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  principal_kind text not null,
  principal_id bigint not null,
  principal_name text not null,
  operation text not null,
  subject_id bigint,
  msg_code text not null,
  request_id text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  address text
);
create index audit_entry_by_order on audit_entry (transaction_id, id);
create index audit_entry_by_time on audit_entry (at, id);
create trigger audit_entry_is_append_only before update or delete on audit_entry
  for each row execute function refuse_change();
create trigger audit_entry_is_never_emptied before truncate on audit_entry
  for each statement execute function refuse_change();

-- The keys of the hashes. A new data key calls for a new one here; the former ones stay, because
-- what they hashed is verified with them.
create table audit_key (
  version integer primary key check (version > 0),
  -- Encrypted by the vault. Who can write to the database alone makes no hash that fits.
  sealed text not null,
  -- The version of the data key that was the present one when this key was made.
  data_key_version integer not null,
  created_at timestamptz not null
);

-- One writer adds the hashes after the entries, so that no write waits for the hash of another.
create table audit_chain (
  position bigint primary key,
  audit_entry_id bigint not null unique references audit_entry,
  hash text not null,
  key_version integer not null references audit_key
);
create trigger audit_chain_is_append_only before update or delete on audit_chain
  for each row execute function refuse_change();
create trigger audit_chain_is_never_emptied before truncate on audit_chain
  for each statement execute function refuse_change();

-- Heads of the chain as they were published, one an hour at most.
create table audit_head (
  position bigint primary key,
  hash text not null,
  published_at timestamptz not null
);
create trigger audit_head_is_append_only before update or delete on audit_head
  for each row execute function refuse_change();
create trigger audit_head_is_never_emptied before truncate on audit_head
  for each statement execute function refuse_change();

create table audit_change (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  table_name text not null,
  record_id bigint not null,
  -- The currency of the amounts in `changes`, if the record has a currency.
  currency text,
  -- A list of {column, before, after}; {column, hidden: true} for personal or secret values.
  changes jsonb not null
);
create index audit_change_by_transaction on audit_change (transaction_id, id);
create trigger audit_change_is_append_only before update or delete on audit_change
  for each row execute function refuse_change();
create trigger audit_change_is_never_emptied before truncate on audit_change
  for each statement execute function refuse_change();

-- The audit log: one entry per write, the changed columns of records, and the hash chain. The chain
-- also covers row changes and events.

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

-- The keys for the hashes. Each new data key requires a new hash key. Earlier hash keys are kept to
-- verify the hashes made with them.
create table audit_key (
  version integer primary key check (version > 0),
  -- Encrypted by the vault, so that write access to the database alone is not enough to produce a
  -- valid hash.
  sealed text not null,
  -- The version of the current data key when this key was created.
  data_key_version integer not null,
  created_at timestamptz not null
);
select hash_rows_of('audit_key', 'version');

-- A single writer adds the links after the audited writes, so that no write waits for another's
-- hash. A link covers one entry, or a batch of other rows listed in the audit_batch row at its
-- position.
create table audit_chain (
  position bigint primary key,
  audit_entry_id bigint unique references audit_entry,
  hash text not null,
  key_version integer not null references audit_key
);
create index audit_chain_of_entries on audit_chain (position) where audit_entry_id is not null;
create trigger audit_chain_is_append_only before update or delete on audit_chain
  for each row execute function refuse_change();
create trigger audit_chain_is_never_emptied before truncate on audit_chain
  for each statement execute function refuse_change();

-- The rows covered by one link: all rows of one source in a range of its order. Rows are ordered by
-- transaction, then by id. A source without transaction ids has 0.
create table audit_batch (
  position bigint primary key references audit_chain,
  source text not null,
  after_transaction_id xid8 not null,
  after_id bigint not null,
  last_transaction_id xid8 not null,
  last_id bigint not null,
  -- The ids of the rows in order, and the first four bytes of each row's hash, so that a row that
  -- no longer matches can be identified.
  row_ids bigint[] not null,
  row_marks bytea not null,
  linked_at timestamptz not null
);
create index audit_batch_by_source on audit_batch (source, position);
create trigger audit_batch_is_append_only before update or delete on audit_batch
  for each row execute function refuse_change();
create trigger audit_batch_is_never_emptied before truncate on audit_batch
  for each statement execute function refuse_change();

-- The published heads of the chain, at most one per hour.
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
  -- A list of {column, before, after}, or {column, hidden: true} for personal or secret values.
  changes jsonb not null
);
create index audit_change_by_transaction on audit_change (transaction_id, id);
create trigger audit_change_is_append_only before update or delete on audit_change
  for each row execute function refuse_change();
create trigger audit_change_is_never_emptied before truncate on audit_change
  for each statement execute function refuse_change();

-- Row changes: the hash of a hashed table's row after each change. Triggers write them in the
-- transaction of the change. hash_rows_of makes a table a hashed table.

create table row_change (
  transaction_id xid8 not null default pg_current_xact_id(),
  -- A record's changes have ascending ids in the order in which they were written, because each
  -- change locks the row before it takes an id.
  id bigint generated always as identity,
  table_name text collate "C" not null,
  -- The primary key of the row as text, with its columns separated by slashes.
  record text collate "C" not null,
  -- SHA-256 of the row after the change and before it. Null: there was no row. If the hash before a
  -- change differs from the one after the previous change, the row was edited in between.
  row_hash bytea,
  former_hash bytea,
  primary key (transaction_id, id)
);
create index row_change_of_record on row_change (table_name, record, id);
create trigger row_change_is_append_only before update or delete on row_change
  for each row execute function refuse_change();
create trigger row_change_is_never_emptied before truncate on row_change
  for each statement execute function refuse_change();

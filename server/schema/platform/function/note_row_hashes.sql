-- Trigger after each statement on a hashed table. Writes a row change for every row that the
-- statement inserted, updated or deleted, with one INSERT so that bulk statements stay cheap. An
-- update of the key is recorded as a deletion and an insertion. An update that changes nothing is
-- not recorded. The argument lists the key columns, separated by commas. The key `id` has
-- statements of its own, because other keys are read from the row as JSON, which costs seven times
-- as much.
create or replace function note_row_hashes() returns trigger language plpgsql
set timezone = 'UTC' set datestyle = 'ISO' set bytea_output = 'hex' as $$
declare
  changed_table text := tg_table_name;
  key_columns text[] := string_to_array(tg_argv[0], ',');
begin
  if tg_argv[0] = 'id' then
    if tg_op = 'INSERT' then
      insert into row_change (table_name, record, row_hash)
      select changed_table, h.id::text, row_hash_of(h::text) from hashed_row h;
    elsif tg_op = 'UPDATE' then
      insert into row_change (table_name, record, row_hash, former_hash)
      select changed_table, coalesce(n.id, o.id)::text, n.row_hash, o.row_hash
      from (select h.id, row_hash_of(h::text) as row_hash from hashed_row h offset 0) n
      full join (select h.id, row_hash_of(h::text) as row_hash from former_row h offset 0) o
        on o.id = n.id
      where n.row_hash is distinct from o.row_hash;
    else
      insert into row_change (table_name, record, former_hash)
      select changed_table, h.id::text, row_hash_of(h::text) from former_row h;
    end if;
  elsif tg_op = 'INSERT' then
    insert into row_change (table_name, record, row_hash)
    select changed_table, record_of(to_jsonb(h), key_columns), row_hash_of(h::text)
    from hashed_row h;
  elsif tg_op = 'UPDATE' then
    insert into row_change (table_name, record, row_hash, former_hash)
    select changed_table, coalesce(n.record, o.record), n.row_hash, o.row_hash
    from (
      select record_of(to_jsonb(h), key_columns) as record, row_hash_of(h::text) as row_hash
      from hashed_row h offset 0
    ) n full join (
      select record_of(to_jsonb(h), key_columns) as record, row_hash_of(h::text) as row_hash
      from former_row h offset 0
    ) o on o.record = n.record
    where n.row_hash is distinct from o.row_hash;
  else
    insert into row_change (table_name, record, former_hash)
    select changed_table, record_of(to_jsonb(h), key_columns), row_hash_of(h::text)
    from former_row h;
  end if;
  return null;
end $$;

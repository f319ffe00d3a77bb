-- Like note_row_hashes, for tables with columns that change all the time and are not evidence. The
-- second argument lists these columns, which the hash omits. The hash is computed from the row as
-- JSON.
create or replace function note_partial_hashes() returns trigger language plpgsql
set timezone = 'UTC' set bytea_output = 'hex' as $$
declare
  changed_table text := tg_table_name;
  key_columns text[] := string_to_array(tg_argv[0], ',');
  left_out text[] := string_to_array(tg_argv[1], ',');
begin
  if tg_op = 'INSERT' then
    insert into row_change (table_name, record, row_hash)
    select changed_table, record_of(to_jsonb(h), key_columns),
      row_hash_of((to_jsonb(h) - left_out)::text)
    from hashed_row h;
  elsif tg_op = 'UPDATE' then
    insert into row_change (table_name, record, row_hash, former_hash)
    select changed_table, coalesce(n.record, o.record), n.row_hash, o.row_hash
    from (
      select record_of(to_jsonb(h), key_columns) as record,
        row_hash_of((to_jsonb(h) - left_out)::text) as row_hash
      from hashed_row h offset 0
    ) n full join (
      select record_of(to_jsonb(h), key_columns) as record,
        row_hash_of((to_jsonb(h) - left_out)::text) as row_hash
      from former_row h offset 0
    ) o on o.record = n.record
    where n.row_hash is distinct from o.row_hash;
  else
    insert into row_change (table_name, record, former_hash)
    select changed_table, record_of(to_jsonb(h), key_columns),
      row_hash_of((to_jsonb(h) - left_out)::text)
    from former_row h;
  end if;
  return null;
end $$;

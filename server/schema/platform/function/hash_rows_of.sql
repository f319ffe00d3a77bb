-- Makes a table a hashed table. Its existing rows, and all later changes to its rows, are recorded
-- in row_change. `key_columns` lists the columns of its primary key, separated by commas, with free
-- text last. The columns omitted from the hash are listed in the same way. A migration that changes
-- the columns of a hashed table must call this function again, because the hash of every row then
-- changes.
create or replace function hash_rows_of(
  hashed_table text, key_columns text, left_out text default ''
) returns void language plpgsql
set timezone = 'UTC' set datestyle = 'ISO' set bytea_output = 'hex' as $$
declare
  keys text := replace(key_columns, ' ', '');
  others text := replace(left_out, ' ', '');
  noting text := format(case when others = '' then 'note_row_hashes(%L)'
    else 'note_partial_hashes(%L, %L)' end, keys, others);
begin
  execute format('create or replace trigger %I after insert on %I
    referencing new table as hashed_row for each statement execute function %s',
    hashed_table || '_inserts_are_hashed', hashed_table, noting);
  execute format('create or replace trigger %I after update on %I
    referencing old table as former_row new table as hashed_row for each statement
    execute function %s', hashed_table || '_updates_are_hashed', hashed_table, noting);
  execute format('create or replace trigger %I after delete on %I
    referencing old table as former_row for each statement execute function %s',
    hashed_table || '_deletes_are_hashed', hashed_table, noting);
  execute format('insert into row_change (table_name, record, row_hash, former_hash)
    select $1, n.record, n.row_hash, (
      select c.row_hash from row_change c
      where c.table_name = $1 and c.record = n.record order by c.id desc limit 1)
    from (
      select record_of(to_jsonb(h), $2) as record, row_hash_of(%s) as row_hash
      from %I h offset 0
    ) n', case when others = '' then 'h::text' else '(to_jsonb(h) - $3)::text' end, hashed_table)
  using hashed_table, string_to_array(keys, ','), string_to_array(others, ',');
end $$;

-- Checks the row changes in a range of row_change's blocks. Finds records whose row is missing
-- although their last change did not delete it (ROW_MISSING), and changes to rows that no longer
-- matched their state after the previous change (ROW_WAS_EDITED). `key_columns` contains the key
-- columns of every hashed table, by table name. Changes to other tables are ignored. Returns the
-- number of checked changes and the first faults, [{table, record, reason}].
create or replace function followed_changes(
  key_columns jsonb, first_block bigint, last_block bigint, most_faults integer
) returns table (rows_checked bigint, faults jsonb) language plpgsql stable as $$
declare
  part record;
begin
  rows_checked := 0;
  faults := '[]';
  for part in
    select f.table_name, count(*) as changes,
      array_agg(f.record) filter (where f.is_last and f.row_hash is not null) as records,
      jsonb_path_query_array(jsonb_agg(
        jsonb_build_object('table', f.table_name, 'record', f.record, 'reason', 'ROW_WAS_EDITED')
      ) filter (where f.former_hash is distinct from f.hash_before), '$[0 to 999]') as edited
    from (
      select c.table_name, c.record, c.row_hash, c.former_hash,
        not exists (
          select from row_change later
          where later.table_name = c.table_name and later.record = c.record and later.id > c.id
        ) as is_last, (
          select b.row_hash from row_change b
          where b.table_name = c.table_name and b.record = c.record and b.id < c.id
          order by b.id desc limit 1
        ) as hash_before
      from row_change c
      where c.ctid >= format('(%s,0)', first_block)::tid
        and c.ctid < format('(%s,0)', last_block)::tid and key_columns ? c.table_name
    ) f
    group by f.table_name order by f.table_name
  loop
    rows_checked := rows_checked + part.changes;
    faults := faults || coalesce(part.edited, '[]');
    if part.records is not null then
      faults := faults || records_without_row(
        part.table_name, key_columns -> part.table_name, part.records, most_faults);
    end if;
  end loop;
  return next;
end $$;

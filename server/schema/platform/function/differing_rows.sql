-- Compares the rows in a range of a table's blocks with their last row changes. Returns the number
-- of compared rows and the first faults, [{record, reason}]: ROW_DIFFERS, or ROW_UNKNOWN for a row
-- without a row change. Unlike a range of keys, a range of blocks limits how much is read.
create or replace function differing_rows(
  hashed_table text, key_columns text[], left_out text[],
  first_block bigint, last_block bigint, most_faults integer
) returns table (rows_checked bigint, faults jsonb) language plpgsql stable
set timezone = 'UTC' set datestyle = 'ISO' set bytea_output = 'hex' as $$
declare
  -- Produces the same text as record_of does from JSON, but at less cost.
  record text := (
    select format('concat_ws(''/'', %s)',
      string_agg(format('h.%I::text', k.name), ', ' order by k.ordinal))
    from unnest(key_columns) with ordinality k (name, ordinal));
  hashed_text text := case when left_out = '{}' then 'h::text' else '(to_jsonb(h) - $1)::text' end;
begin
  return query execute format($query$
    with compared as (
      select n.record, case when c.row_hash is null then 'ROW_UNKNOWN'
        when c.row_hash <> n.row_hash then 'ROW_DIFFERS' end as reason
      from (
        select %s as record, row_hash_of(%s) as row_hash
        from %I h where h.ctid >= $2 and h.ctid < $3 offset 0
      ) n
      left join lateral (
        select c.row_hash from row_change c
        where c.table_name = $4 and c.record = n.record order by c.id desc limit 1
      ) c on true
    )
    select (select count(*) from compared), (
      select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select record, reason from compared where reason is not null limit $5
      ) f)
    $query$, record, hashed_text, hashed_table)
  using left_out, format('(%s,0)', first_block)::tid, format('(%s,0)', last_block)::tid,
    hashed_table, most_faults;
end $$;

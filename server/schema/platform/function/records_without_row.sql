-- Returns the given records that have no row in their table, [{table, record, reason}]. The parts
-- of a record name are cast to the types of the key columns, so that the primary key finds the row.
-- A name that cannot be cast, because it was edited, is compared as text.
create or replace function records_without_row(
  searched_table text, key_columns jsonb, records text[], most integer
) returns jsonb language plpgsql stable as $$
declare
  query text := $query$
    select coalesce(jsonb_agg(to_jsonb(m)), '[]') from (
      select $1 as table, u.record, 'ROW_MISSING' as reason
      from unnest($2) u (record)
      where not exists (select from %I h where %s) limit $3
    ) m $query$;
  by_key text;
  by_text text;
  missing jsonb;
begin
  -- The last part of a record name may itself contain slashes.
  select string_agg(format('h.%I = %s::%s', a.attname,
      case when k.ordinal < jsonb_array_length(key_columns)
        then format('split_part(u.record, ''/'', %s)', k.ordinal)
        else format('array_to_string((string_to_array(u.record, ''/''))[%s:], ''/'')', k.ordinal)
      end, format_type(a.atttypid, a.atttypmod)), ' and ' order by k.ordinal),
    format('u.record = concat_ws(''/'', %s)',
      string_agg(format('h.%I::text', a.attname), ', ' order by k.ordinal))
  into by_key, by_text
  from jsonb_array_elements_text(key_columns) with ordinality k (name, ordinal)
    join pg_attribute a on a.attrelid = searched_table::regclass and a.attname = k.name;
  begin
    execute format(query, searched_table, by_key) into missing
    using searched_table, records, most;
  exception when data_exception then
    execute format(query, searched_table, by_text) into missing
    using searched_table, records, most;
  end;
  return missing;
end $$;

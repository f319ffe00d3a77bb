-- Returns the name of a row within its table: the values of its key columns, separated by slashes.
-- A key has at most five columns.
create or replace function record_of(members jsonb, key_columns text[]) returns text
language sql stable as $$
  select concat_ws('/', members ->> key_columns[1], members ->> key_columns[2],
    members ->> key_columns[3], members ->> key_columns[4], members ->> key_columns[5])
$$;

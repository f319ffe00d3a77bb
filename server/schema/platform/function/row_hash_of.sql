-- Returns the hash of a row. The row is passed as `row::text`, or as JSON if columns are omitted.
-- The text depends on settings, so the caller must pin them, as hash_rows_of, note_row_hashes and
-- differing_rows do.
create or replace function row_hash_of(row_text text) returns bytea language sql stable as $$
  select sha256(convert_to(row_text, 'UTF8'))
$$;

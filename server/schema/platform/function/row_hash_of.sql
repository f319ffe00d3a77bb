-- The hash of a row, given as text: as `row::text`, or as JSON where columns are left out. The
-- caller pins the settings on which such a text depends, as hash_rows_of, note_row_hashes and
-- differing_rows do.
create or replace function row_hash_of(row_text text) returns bytea language sql stable as $$
  select sha256(convert_to(row_text, 'UTF8'))
$$;

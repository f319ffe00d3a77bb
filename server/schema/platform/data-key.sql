-- The keys that encrypt personal numbers, and which existing rows are encrypted.

-- The keys themselves are never stored here. `proof` shows whether a given key is the right one.
create table data_key (
  purpose text not null constraint data_key_purpose_known check (purpose in ('SEAL', 'INDEX')),
  version integer not null check (version > 0),
  proof text not null,
  -- From this moment the key encrypts. It is later than the creation, so that every node has read
  -- it.
  seals_from timestamptz not null,
  -- Since this moment only stored replies are still encrypted with this key.
  replaced_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  primary key (purpose, version)
);
select hash_rows_of('data_key', 'purpose, version');

-- The tables whose existing rows have been encrypted.
create table data_sealing (
  name text primary key,
  done_at timestamptz not null
);

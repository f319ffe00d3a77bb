-- The keys that encrypt personal numbers, and the tables whose existing rows are already encrypted.

-- The keys themselves are never stored here. `proof` checks that a configured key is the right one.
create table data_key (
  purpose text not null constraint data_key_purpose_known check (purpose in ('SEAL', 'INDEX')),
  version integer not null check (version > 0),
  proof text not null,
  -- The time from which the key is used to encrypt. It is later than the key's creation, so that
  -- all nodes have read the key by then.
  seals_from timestamptz not null,
  -- After this time, only stored replies are still encrypted with this key.
  replaced_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  primary key (purpose, version)
);
select hash_rows_of('data_key', 'purpose, version');

-- The tables whose existing rows are already encrypted.
create table data_sealing (
  name text primary key,
  done_at timestamptz not null
);

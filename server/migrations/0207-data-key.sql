-- Personal numbers are sealed by the program: the keys that it used, and which old rows it sealed.

-- The keys themselves are never here. A proof tells the right key from any other.
create table data_key (
  purpose text not null constraint data_key_purpose_known check (purpose in ('SEAL', 'INDEX')),
  version integer not null check (version > 0),
  proof text not null,
  -- Every node knows the key before the first one seals with it.
  seals_from timestamptz not null,
  -- Since when nothing but stored replies is sealed under it.
  replaced_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  primary key (purpose, version)
);

-- The tables whose rows of earlier times have been sealed.
create table data_sealing (
  name text primary key,
  done_at timestamptz not null
);

-- The BVN and the numbers of documents in `details` become sealed texts where they are, which tell
-- nobody whether two are the same: the program finds them by their keyed digests.
drop index customer_by_bvn;
drop index customer_by_identification;
alter table customer
  add column bvn_index text,
  add column identification_index text;
create unique index customer_by_bvn on customer (bvn_index);
create index customer_by_identification on customer (identification_index);

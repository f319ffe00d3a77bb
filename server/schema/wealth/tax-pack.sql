-- Tax packs: the figures that a customer needs for a year's tax return, and the runs that issue
-- them.

create sequence tax_pack_run_id increment by 50;
create sequence tax_pack_id increment by 50;

-- A run processes its customers by id, one transaction each.
create table tax_pack_run (
  id bigint primary key,
  -- The calendar year in which the tax years start.
  tax_year integer not null,
  -- True if only FINAL packs are issued.
  final boolean not null,
  -- The customers. Null: no restriction.
  customer_ids bigint[],
  group_id bigint references customer_group,
  office_ids bigint[],
  state text not null check (state in ('RUNNING', 'DONE')),
  -- The number of customers at the start, and the last customer processed.
  customers integer not null check (customers >= 0),
  after_customer_id bigint not null default 0,
  issued integer not null default 0,
  -- Customers whose figures equal those of the pack in force, customers who never had assets, and
  -- refused customers.
  unchanged integer not null default 0,
  empty integer not null default 0,
  refused integer not null default 0,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('tax_pack_run', 'id');

-- The customers for whom a run could not issue a pack, each with the reason.
create table tax_pack_refusal (
  run_id bigint not null references tax_pack_run,
  customer_id bigint not null references customer,
  code text not null,
  primary key (run_id, customer_id)
);
select hash_rows_of('tax_pack_refusal', 'run_id, customer_id');

-- A pack never changes, except that it can become outdated and be replaced by a later version.
create table tax_pack (
  id bigint primary key,
  name text not null unique,
  customer_id bigint not null references customer,
  office_id bigint not null references business_office,
  tax_year integer not null,
  from_date date not null,
  until_date date not null check (from_date < until_date),
  -- The date of the pack's positions: the end of the year, or the business date for the current
  -- year.
  as_at date not null check (as_at between from_date and until_date),
  version_no integer not null check (version_no > 0),
  -- DRAFT: the year has not ended. PROVISIONAL: later disposals can change the pack. FINAL: the
  -- pack cannot change any more.
  state text not null check (state in ('DRAFT', 'PROVISIONAL', 'FINAL')),
  replaces_id bigint unique references tax_pack,
  replaced_at timestamptz,
  run_id bigint references tax_pack_run,
  -- The SHA-256 of the figures. If the figures are unchanged, no new pack is issued.
  figures_digest text not null,
  -- Sums by currency, in the API's format.
  totals jsonb not null,
  -- When it was found that later records change the pack, and how many rows and cells they change.
  outdated_at timestamptz,
  outdated_changes integer check (outdated_changes > 0),
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint tax_pack_outdated_has_its_changes
    check ((outdated_at is null) = (outdated_changes is null)),
  constraint tax_pack_is_one unique (customer_id, tax_year, version_no)
);
select hash_rows_of('tax_pack', 'id');
create unique index tax_pack_in_force on tax_pack (customer_id, tax_year)
  where replaced_at is null;
create index tax_pack_by_customer on tax_pack (customer_id, id);
create index tax_pack_by_year on tax_pack (tax_year, customer_id) where replaced_at is null;
create index tax_pack_by_run on tax_pack (run_id, id) where run_id is not null;
create index tax_pack_to_check on tax_pack (until_date, id)
  where replaced_at is null and outdated_at is null and state <> 'DRAFT';
create index tax_pack_final on tax_pack (until_date) where state = 'FINAL';
create trigger tax_pack_is_kept before delete on tax_pack
  for each row execute function refuse_removal();
create trigger tax_pack_is_audited after update on tax_pack for each row
  execute function note_change('*');

-- The exact text of the document that was sealed.
create table tax_pack_document (
  pack_id bigint primary key references tax_pack,
  document text not null,
  code text not null,
  key_id text not null references note_seal_key
);
select hash_rows_of('tax_pack_document', 'pack_id');
create trigger tax_pack_document_is_kept before update or delete on tax_pack_document
  for each row execute function refuse_change();
create trigger tax_pack_document_is_never_emptied before truncate on tax_pack_document
  for each statement execute function refuse_change();

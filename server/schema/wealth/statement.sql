-- Wealth statements, and the runs that issue them for many customers.

create sequence wealth_statement_run_id increment by 50;
create sequence wealth_statement_id increment by 50;

-- A run processes its customers by id, one transaction each.
create table wealth_statement_run (
  id bigint primary key,
  from_date date not null,
  to_date date not null check (from_date <= to_date),
  -- Null: the currency of each customer's office.
  currency text,
  -- The customers. Null: no restriction.
  customer_ids bigint[],
  group_id bigint references customer_group,
  office_ids bigint[],
  state text not null check (state in ('RUNNING', 'DONE')),
  -- The number of customers at the start, and the last customer processed.
  customers integer not null check (customers >= 0),
  after_customer_id bigint not null default 0,
  issued integer not null default 0,
  -- Customers whose figures equal those of the statement in force, customers without assets, and
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
select hash_rows_of('wealth_statement_run', 'id');

-- The customers for whom a run could not issue a statement, each with the reason.
create table wealth_statement_refusal (
  run_id bigint not null references wealth_statement_run,
  customer_id bigint not null references customer,
  code text not null,
  primary key (run_id, customer_id)
);
select hash_rows_of('wealth_statement_refusal', 'run_id, customer_id');

-- A statement never changes, apart from its state.
create table wealth_statement (
  id bigint primary key,
  name text not null unique,
  customer_id bigint not null references customer,
  office_id bigint not null references business_office,
  from_date date not null,
  to_date date not null check (from_date <= to_date),
  currency text not null,
  version_no integer not null check (version_no > 0),
  -- OUTDATED: a later record changes the statement materially. REPLACED: there is a later version.
  state text not null check (state in ('ISSUED', 'OUTDATED', 'REPLACED')),
  replaces_id bigint unique references wealth_statement,
  run_id bigint references wealth_statement_run,
  -- The SHA-256 of the figures. If the figures are unchanged, no new statement is issued.
  figures_digest text not null,
  -- The sum of the valued positions, and the time-weighted return in percent. The return is null if
  -- it is not available.
  closing_minor bigint not null,
  return_percent numeric check (return_percent <> 'NaN'),
  -- The new closing value and return, if a difference was found.
  outdated_at timestamptz,
  outdated_closing_minor bigint,
  outdated_return_percent numeric check (outdated_return_percent <> 'NaN'),
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint wealth_statement_is_one unique (customer_id, from_date, to_date, currency, version_no),
  constraint wealth_statement_outdated_has_its_figure
    check ((outdated_at is null) = (outdated_closing_minor is null)),
  constraint wealth_statement_outdated_has_its_time
    check (state <> 'OUTDATED' or outdated_at is not null)
);
select hash_rows_of('wealth_statement', 'id');
create unique index wealth_statement_in_force on wealth_statement
  (customer_id, from_date, to_date, currency) where state <> 'REPLACED';
create index wealth_statement_by_customer on wealth_statement (customer_id, id);
create index wealth_statement_by_run on wealth_statement (run_id, id) where run_id is not null;
create index wealth_statement_to_check on wealth_statement (to_date, id) where state = 'ISSUED';
create trigger wealth_statement_is_kept before delete on wealth_statement
  for each row execute function refuse_removal();
create trigger wealth_statement_is_audited after update on wealth_statement for each row
  execute function note_change('*');

-- The exact text of the document that was sealed.
create table wealth_statement_document (
  statement_id bigint primary key references wealth_statement,
  document text not null,
  code text not null,
  key_id text not null references note_seal_key
);
select hash_rows_of('wealth_statement_document', 'statement_id');
create trigger wealth_statement_document_is_kept before update or delete
  on wealth_statement_document for each row execute function refuse_change();
create trigger wealth_statement_document_is_never_emptied before truncate
  on wealth_statement_document for each statement execute function refuse_change();

-- Registrars' lists, compared row by row with the entitlements.

create sequence registrar_file_id increment by 50;

create table registrar_file (
  id bigint primary key,
  name text not null unique,
  corporate_action_id bigint not null references corporate_action,
  office_id bigint references business_office,
  file_name text not null,
  -- The SHA-256 of its rows, so that the same list is not imported twice.
  content_hash text not null,
  state text not null check (state in ('JUDGED', 'UNDONE')),
  -- The number of rows in the list, without the missing ones that were added.
  row_count integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  version bigint not null default 1,
  -- How each header was interpreted.
  columns jsonb not null default '[]'
);
select hash_rows_of('registrar_file', 'id');
create unique index registrar_file_is_read_once on registrar_file
  (corporate_action_id, content_hash) where state = 'JUDGED';

-- A row of a list, or, after the last row, an entitled portfolio that is missing from the list.
create table registrar_row (
  registrar_file_id bigint not null references registrar_file,
  row_no integer not null,
  -- UNREADABLE: a cell could not be parsed.
  verdict text not null check (verdict in ('MATCHED', 'UNITS_DIFFER', 'AMOUNT_DIFFERS',
    'NOT_ENTITLED_HERE', 'UNKNOWN_ACCOUNT', 'DUPLICATE', 'MISSING_AT_REGISTRAR', 'UNREADABLE')),
  account_no text,
  chn_number text,
  holder text,
  -- The portfolio of the row. If several share one account, the first of them.
  portfolio_id bigint references portfolio,
  entitlement_id bigint references entitlement,
  units bigint,
  gross_minor bigint,
  tax_minor bigint,
  net_minor bigint,
  reference text,
  -- The amounts of the entitlements, and the number of portfolios included.
  portfolios integer not null default 0,
  expected_units bigint,
  expected_gross_minor bigint,
  expected_tax_minor bigint,
  expected_net_minor bigint,
  -- The cells as sent, and why they could not be parsed.
  cells jsonb,
  detail text,
  primary key (registrar_file_id, row_no)
);
select hash_rows_of('registrar_row', 'registrar_file_id, row_no');
create index registrar_row_by_portfolio on registrar_row (portfolio_id, registrar_file_id)
  where portfolio_id is not null;

-- Lists of registrars, judged row by row against the entitlements.

create sequence registrar_file_id increment by 50;

create table registrar_file (
  id bigint primary key,
  name text not null unique,
  corporate_action_id bigint not null references corporate_action,
  office_id bigint references business_office,
  file_name text not null,
  content_hash text not null,
  state text not null check (state in ('JUDGED', 'UNDONE')),
  row_count integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  version bigint not null default 1
);
select hash_rows_of('registrar_file', 'id');
create unique index registrar_file_is_read_once on registrar_file
  (corporate_action_id, content_hash) where state = 'JUDGED';

create table registrar_row (
  registrar_file_id bigint not null references registrar_file,
  row_no integer not null,
  verdict text not null check (verdict in ('MATCHED', 'UNITS_DIFFER', 'AMOUNT_DIFFERS',
    'NOT_ENTITLED_HERE', 'UNKNOWN_ACCOUNT', 'DUPLICATE', 'MISSING_AT_REGISTRAR')),
  account_no text,
  chn_number text,
  holder text,
  portfolio_id bigint references portfolio,
  entitlement_id bigint references entitlement,
  units bigint,
  gross_minor bigint,
  tax_minor bigint,
  net_minor bigint,
  reference text,
  primary key (registrar_file_id, row_no)
);
select hash_rows_of('registrar_row', 'registrar_file_id, row_no');

-- Receipts from the tax office for withheld tax. Each covers some of one customer's deductions.

create sequence withholding_certificate_id increment by 50;

create table withholding_certificate (
  id bigint primary key,
  name text not null unique,
  -- The number on the receipt.
  number text not null,
  office_id bigint not null references business_office,
  customer_id bigint not null references customer,
  certificate_date date not null,
  -- The period of the payments, both dates included.
  period_from date not null,
  period_until date not null,
  currency text not null,
  tax_minor bigint not null check (tax_minor <> 0),
  state text not null check (state in ('RECORDED', 'UNDONE')),
  undo_reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  check (period_from <= period_until),
  constraint undone_certificate_has_a_reason check ((state = 'UNDONE') = (undo_reason is not null))
);
select hash_rows_of('withholding_certificate', 'id');
create unique index withholding_certificate_by_number on withholding_certificate (upper(number))
  where state = 'RECORDED';
create index withholding_certificate_by_customer on withholding_certificate (customer_id, id);
create trigger withholding_certificate_is_audited after update on withholding_certificate
  for each row execute function note_change('*');

-- The deductions on a certificate. A deduction has at most one certificate in force.
create table withholding_certificate_deduction (
  certificate_id bigint not null references withholding_certificate,
  deduction_name text not null,
  tax_minor bigint not null,
  in_force boolean not null,
  primary key (certificate_id, deduction_name)
);
select hash_rows_of('withholding_certificate_deduction', 'certificate_id, deduction_name');
create unique index withholding_certificate_by_deduction
  on withholding_certificate_deduction (deduction_name) where in_force;

create sequence certificate_import_id increment by 50;

-- Imports of certificates with their rows, so that an import can be undone.
create table certificate_import (
  id bigint primary key,
  state text not null constraint certificate_import_state_known
    check (state in ('IMPORTED', 'UNDONE')),
  label text not null,
  -- The business offices of the caller. Null: no restriction.
  office_ids bigint[],
  -- [{header, member}] in file order. Columns without a member were ignored. Empty for JSON rows.
  columns jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('certificate_import', 'id');
create trigger certificate_import_is_audited after update on certificate_import for each row
  execute function note_change('*');

create table certificate_import_row (
  import_id bigint not null references certificate_import,
  row_no integer not null,
  -- The row as received.
  cells jsonb not null,
  verdict text not null constraint certificate_import_verdict_known
    check (verdict in ('IMPORTED', 'UNCHANGED', 'REFUSED')),
  -- The reason why the row was refused: a code, and a sentence that names the row, the column and
  -- the cell.
  code text,
  detail text,
  -- The certificate created from the row, or an existing one.
  certificate_id bigint references withholding_certificate,
  -- UNDONE if undoing the import undid the row's certificate, KEPT if not.
  outcome text constraint certificate_import_outcome_known check (outcome in ('UNDONE', 'KEPT')),
  primary key (import_id, row_no),
  constraint certificate_row_is_judged check ((verdict = 'REFUSED') = (code is not null)),
  constraint certificate_row_has_its_certificate
    check ((verdict = 'REFUSED') = (certificate_id is null))
);
select hash_rows_of('certificate_import_row', 'import_id, row_no');
create index certificate_import_row_by_certificate on certificate_import_row (certificate_id);

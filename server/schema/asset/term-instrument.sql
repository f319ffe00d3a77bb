-- Customers' term instruments, their interest payments and daily accruals.

create sequence term_instrument_id increment by 50;
create sequence term_accrual_batch_id;

-- Each close updates every running row. Half of each page stays free, so that updates need no new
-- index entries.
create table term_instrument (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  office_id bigint not null references business_office,
  customer_id bigint not null references customer,
  type_id bigint not null,
  type_version integer not null default 1,
  currency text not null,
  init_account_id bigint not null references account,
  termination_account_id bigint not null references account,
  portfolio_name text,
  face_value_minor bigint not null check (face_value_minor > 0),
  tenure integer not null check (tenure > 0),
  rate numeric not null check (rate <> 'NaN' and rate >= 0),
  rate_negotiated boolean not null,
  day_count text not null,
  compoundings_per_year integer,
  interest_payment text not null default 'AT_MATURITY',
  -- The requested start, and the day on which interest starts.
  requested_start date,
  start_date date not null,
  -- The end of the term, the payment date, and the day on which interest stops accruing.
  maturity_date date not null,
  payment_date date not null,
  accrual_end date not null,
  auto_rollover boolean not null,
  rollover_rule text not null,
  rollover_amount_minor bigint check (rollover_amount_minor > 0),
  loan_product boolean not null,
  status text not null check (status in ('PENDING', 'RUNNING', 'TERMINATED')),
  termination_reason text check (termination_reason in ('MATURED', 'ROLLED_OVER', 'PRELIQUIDATED',
    'CANCELLED')),
  termination_date date,
  rolled_over boolean not null default false,
  -- The business date of the last failed attempt to collect the loan. Each close tries again.
  overdue_on date,
  parent_id bigint constraint term_instrument_rolls_over_once unique references term_instrument,
  -- Interest for all days before this date is posted. `accrued_minor` is its total.
  accrued_to date not null,
  accrued_minor bigint not null default 0,
  -- The next interest payment date before the end of the term.
  next_interest_date date,
  -- Gross interest already settled, at the start or on interest payment dates, and its tax.
  interest_paid_minor bigint not null default 0,
  interest_tax_minor bigint not null default 0,
  -- Capitalised interest: the amount, the date from which it earns interest, and the interest
  -- accrued by that date.
  capitalised_minor bigint not null default 0,
  capitalised_on date,
  capitalised_accrued_minor bigint not null default 0,
  -- Total interest paid, its tax, and the charge for an early termination.
  paid_gross_minor bigint,
  paid_tax_minor bigint,
  paid_charge_minor bigint,
  post_journal_id bigint,
  settlement_journal_id bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The business date on which an event reported that the requested start had been reached. A later
  -- requested start is reported again.
  start_due_on date,
  foreign key (type_id, type_version) references term_instrument_type_version,
  constraint term_instrument_ends_with_a_reason
    check ((status = 'TERMINATED') = (termination_reason is not null))
) with (fillfactor = 45);
select hash_rows_of('term_instrument', 'id');
create index term_instrument_by_customer on term_instrument (customer_id, id);
create index term_instrument_running on term_instrument (id) where status = 'RUNNING';
create index term_instrument_by_payment on term_instrument (payment_date, id)
  where status = 'RUNNING';
create index term_instrument_by_start on term_instrument (requested_start, id)
  where status = 'PENDING' and requested_start is not null;
create index term_instrument_by_interest_date on term_instrument (next_interest_date, id)
  where status = 'RUNNING' and next_interest_date is not null;
create index term_instrument_in_time on term_instrument (customer_id, created_at, id);
-- Records changes by users in the audit log. The end-of-day run records its own changes. The
-- trigger fires only for statements that set modified_by, so that it records the user who makes the
-- change. The nightly accrual does not set it, because otherwise every instrument last changed by a
-- user would get an audit row each night.
create trigger term_instrument_is_audited after update of modified_by on term_instrument
  for each row when (new.modified_by <> 'system') execute function note_change('*');

-- Interest settled before the end of the term, once per instrument and interest payment date.
-- `paid_on` is the posting date.
create table term_interest_payment (
  instrument_id bigint not null references term_instrument,
  interest_date date not null,
  paid_on date not null,
  gross_minor bigint not null,
  tax_minor bigint not null,
  capitalised boolean not null,
  journal_id bigint,
  primary key (instrument_id, interest_date)
);
select hash_rows_of('term_interest_payment', 'instrument_id, interest_date');
create trigger term_interest_payment_is_append_only before update or delete on term_interest_payment
  for each row execute function refuse_change();

-- One row per instrument and accrual day: the amount posted for the day, and the total to date. The
-- day's journal has the source TERM_ACCRUAL and the batch as source id.
create table term_accrual (
  instrument_id bigint not null,
  accrual_day date not null,
  amount_minor bigint not null,
  accrued_minor bigint not null,
  batch_id bigint not null,
  primary key (instrument_id, accrual_day)
);
select hash_rows_of('term_accrual', 'instrument_id, accrual_day');
create trigger term_accrual_is_append_only before update or delete on term_accrual
  for each row execute function refuse_change();

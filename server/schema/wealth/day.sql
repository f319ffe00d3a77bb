-- Daily snapshots of customers' assets. The books are authoritative. A snapshot is a cache of them,
-- and evidence of what was known at the time.

-- The close of a business date, one row per date. `valued_up_to` is the last customer that was
-- valued.
create table wealth_close (
  value_date date primary key,
  -- The next close searches for records about earlier dates that were stored after this time.
  searched_at timestamptz not null,
  -- Records stored after this time are not in the date's snapshots. Null until the date is valued.
  known_at timestamptz,
  valued_up_to bigint not null default 0,
  customers bigint not null default 0,
  unvalued_lines bigint not null default 0,
  stale_lines bigint not null default 0,
  -- The number of customers valued again individually, and how many of them differed from the
  -- snapshot.
  checked bigint not null default 0,
  differing bigint not null default 0,
  -- The number of checked customers whose flows and gains did not add up to the change in their
  -- value.
  unexplained bigint not null default 0,
  finished_at timestamptz
);

-- The value of a customer's portfolio in one currency at the end of a date, in minor units.
-- Portfolio 0 contains everything outside portfolios. Rows are sparse: one is written if a figure
-- differs from the previous row or if there was a flow, and on the first close of each month, so
-- that the row for a date is always in its month. Readers use the latest row on or before the date,
-- in its latest version. The flows belong only to the date of the row.
create table wealth_day (
  customer_id bigint not null,
  portfolio_id bigint not null,
  currency text not null,
  value_date date not null,
  version_no integer not null check (version_no > 0),
  equity_minor bigint not null default 0,
  bond_minor bigint not null default 0,
  deposit_minor bigint not null default 0,
  paper_minor bigint not null default 0,
  bill_minor bigint not null default 0,
  fund_minor bigint not null default 0,
  cash_minor bigint not null default 0,
  receivable_minor bigint not null default 0,
  payable_minor bigint not null default 0,
  loan_minor bigint not null default 0,
  -- Bonds' accrued interest after tax. It is part of their value.
  accrued_minor bigint not null default 0,
  paid_in_minor bigint not null default 0,
  paid_out_minor bigint not null default 0,
  fee_minor bigint not null default 0,
  -- The value of units that the customer transferred in.
  kind_in_minor bigint not null default 0,
  lines integer not null default 0,
  -- The number of lines without a value, which the figures omit, and the reason for one of them.
  unvalued_lines integer not null default 0,
  unvalued text,
  stale_lines integer not null default 0,
  oldest_price_date date,
  -- Records stored after this time are not in the figures.
  known_at timestamptz not null,
  -- CLOSE: written when the date was closed. Any other value states why the date was valued again.
  reason text not null
    check (reason in ('CLOSE', 'CORRECTION', 'PRICE', 'NAV', 'CORPORATE_ACTION', 'JOURNAL')),
  -- The proceeds of unsettled sales with contract notes, which are part of the receivables.
  unsettled_minor bigint not null default 0,
  primary key (customer_id, value_date, portfolio_id, currency, version_no)
) partition by range (value_date);
create trigger wealth_day_is_immutable before update or delete on wealth_day
  for each row execute function refuse_change();

-- The positions at the last close of each month, with every version of their value.
create table wealth_line (
  customer_id bigint not null,
  portfolio_id bigint not null,
  currency text not null,
  value_date date not null,
  class text not null,
  subject_type text not null,
  subject_id bigint not null,
  version_no integer not null check (version_no > 0),
  quantity numeric,
  -- Null without a price or a value per unit. A closed position has the value zero.
  value_minor bigint,
  known_at timestamptz not null,
  primary key (customer_id, value_date, portfolio_id, currency, class, subject_type, subject_id,
    version_no)
) partition by range (value_date);
create trigger wealth_line_is_immutable before update or delete on wealth_line
  for each row execute function refuse_change();

-- A customer's revaluation because of a late record: the date from which it starts, and its
-- progress. Every close up to the latest is valued, oldest first.
create table wealth_restatement (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  -- The date whose close detected the late record.
  found_on date not null,
  from_date date not null,
  -- The next close to be valued.
  next_date date not null,
  reason text not null
    check (reason in ('CORRECTION', 'PRICE', 'NAV', 'CORPORATE_ACTION', 'JOURNAL')),
  -- The number of closes valued, and the number of rows whose figures differed.
  days bigint not null default 0,
  changed_rows bigint not null default 0,
  -- The last close whose values changed.
  changed_to date,
  created_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  unique (customer_id, found_on)
);
create index wealth_restatement_open on wealth_restatement (next_date, id)
  where finished_at is null;
create index wealth_restatement_open_of_customer on wealth_restatement (customer_id)
  where finished_at is null;

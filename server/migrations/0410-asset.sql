-- Asset management: withholding tax, term instrument types, term instruments and their accruals.

create sequence term_instrument_type_id increment by 50;
create sequence term_instrument_id increment by 50;
create sequence term_accrual_batch_id;

-- Withholding tax by instrument and payer class, applied by the date of payment. Dates are
-- inclusive.
create table withholding_rule (
  id bigint generated always as identity primary key,
  tax_code text not null,
  instrument_class text not null,
  -- Null: every payer.
  payer_class text,
  percent numeric not null check (percent <> 'NaN' and percent between 0 and 100),
  is_final boolean not null default false,
  valid_from date,
  valid_to date
);
create index withholding_rule_by_class on withholding_rule (instrument_class);

-- Customers who pay no tax of a class, by a certificate; dates are inclusive.
create table withholding_exemption (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  instrument_class text not null,
  certificate text not null,
  valid_from date not null,
  valid_to date
);
create index withholding_exemption_by_customer on withholding_exemption (customer_id);

-- A product. Its terms stand in its versions, of which `version` is the present one.
create table term_instrument_type (
  id bigint primary key,
  name text not null unique,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create unique index term_instrument_type_by_name on term_instrument_type (upper(name));

-- The terms of a product, once and for all: an instrument keeps the version that it was made by.
create table term_instrument_type_version (
  type_id bigint not null references term_instrument_type,
  number integer not null check (number > 0),
  label text not null,
  active boolean not null default true,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_least_minor bigint not null check (amount_least_minor > 0),
  amount_most_minor bigint,
  amount_multiple_minor bigint not null default 1 check (amount_multiple_minor > 0),
  -- Days; null takes every tenure from 1 day on.
  allowed_tenures integer[],
  default_tenure integer not null check (default_tenure > 0),
  -- Boxes of the rate card in order, the first that holds counts; amounts in minor units, as text.
  rate_tiers jsonb not null,
  -- A rate may be negotiated within these; null: not at all.
  rate_least numeric check (rate_least <> 'NaN' and rate_least >= 0),
  rate_most numeric check (rate_most <> 'NaN'),
  day_count text not null check (day_count in ('ACT_365F', 'ACT_360', 'ACT_364', 'ACT_ACT_ISDA',
    'ACT_366_LEAP', 'THIRTY_360', 'THIRTY_E_360')),
  -- Null: simple interest.
  compoundings_per_year integer check (compoundings_per_year between 1 and 366),
  -- When interest is settled, and for PERIODIC and CAPITALISED how often.
  interest_payment text not null default 'AT_MATURITY'
    check (interest_payment in ('AT_MATURITY', 'UPFRONT', 'PERIODIC', 'CAPITALISED')),
  interest_frequency text
    check (interest_frequency in ('MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY', 'DAYS')),
  interest_days integer check (interest_days > 0),
  -- The class that withholding_rule knows; null: exempt.
  tax_class text,
  -- Classes of payers from whom this product withholds nothing.
  tax_exempt_payers text[] not null default '{}',
  early_liquidation jsonb not null,
  rollover_rule text not null check (rollover_rule in ('NONE', 'PRINCIPAL_ONLY',
    'PRINCIPAL_AND_NET_INTEREST', 'PRINCIPAL_AND_GROSS_INTEREST', 'NET_INTEREST_ONLY')),
  auto_rollover boolean not null,
  -- The firm lends to the customer: every entry has the other sign.
  loan_product boolean not null default false,
  -- Members of an instrument that its customer may change while it runs.
  changeable text[] not null,
  -- Codes of the firm's chart that this product is booked to.
  principal_account text not null,
  interest_account text not null,
  upfront_account text not null,
  result_account text not null,
  penalty_account text not null,
  holiday_convention text not null
    check (holiday_convention in ('NONE', 'FOLLOWING', 'MODIFIED_FOLLOWING', 'PRECEDING')),
  accrues_over_gap boolean not null default false,
  -- Whose holidays count; null: weekends only.
  exchange_id bigint references exchange,
  created_by text not null,
  created_at timestamptz not null,
  primary key (type_id, number),
  constraint term_instrument_type_compounds_at_maturity_only
    check (compoundings_per_year is null or interest_payment = 'AT_MATURITY'),
  constraint term_instrument_type_has_a_frequency
    check ((interest_frequency is not null) = (interest_payment in ('PERIODIC', 'CAPITALISED'))
      and (interest_days is not null) = (interest_frequency is not distinct from 'DAYS'))
);
create trigger term_instrument_type_version_is_append_only
  before update or delete on term_instrument_type_version
  for each row execute function refuse_change();

-- Each close changes every running row: half of each page is left for that, so that a change needs
-- no new entry in any index.
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
  -- The day that the customer asked for, and the day on which interest starts.
  requested_start date,
  start_date date not null,
  -- The end of the term, the day of payment, and the day on which interest stops.
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
  -- The date that began when a loan found no cash last; it is tried once at each close.
  overdue_on date,
  parent_id bigint constraint term_instrument_rolls_over_once unique references term_instrument,
  -- Interest of the days before this one is in the ledger: `accrued_minor` in all.
  accrued_to date not null,
  accrued_minor bigint not null default 0,
  -- The day on which interest is settled next, before the end of the term.
  next_interest_date date,
  -- Gross interest settled so far, at the start or on days of interest, and the tax on it.
  interest_paid_minor bigint not null default 0,
  interest_tax_minor bigint not null default 0,
  -- Interest that became principal: since when it earns as such, and what was accrued by then.
  capitalised_minor bigint not null default 0,
  capitalised_on date,
  capitalised_accrued_minor bigint not null default 0,
  -- Interest that was paid in all, its tax, and what breaking it early cost.
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
  foreign key (type_id, type_version) references term_instrument_type_version,
  constraint term_instrument_ends_with_a_reason
    check ((status = 'TERMINATED') = (termination_reason is not null))
) with (fillfactor = 45);
create index term_instrument_by_customer on term_instrument (customer_id, id);
create index term_instrument_running on term_instrument (id) where status = 'RUNNING';
create index term_instrument_by_payment on term_instrument (payment_date, id)
  where status = 'RUNNING';
create index term_instrument_by_interest_date on term_instrument (next_interest_date, id)
  where status = 'RUNNING' and next_interest_date is not null;

-- Interest that was settled before the end: once per instrument and day of interest. `paid_on` is
-- the day on which it was booked.
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
create trigger term_interest_payment_is_append_only before update or delete on term_interest_payment
  for each row execute function refuse_change();

-- One row per instrument and day that earned: the day's posting and the interest up to and with it.
-- The journal of a day has source TERM_ACCRUAL and the batch as its source id.
create table term_accrual (
  instrument_id bigint not null,
  accrual_day date not null,
  amount_minor bigint not null,
  accrued_minor bigint not null,
  batch_id bigint not null,
  primary key (instrument_id, accrual_day)
);
create trigger term_accrual_is_append_only before update or delete on term_accrual
  for each row execute function refuse_change();

-- Days of years of 366 days before a date, counted from year 1.
create function leap_year_days_before(moment date) returns bigint
language plpgsql immutable as $$
declare
  y integer := extract(year from moment);
begin
  return ((y - 1) / 4 - (y - 1) / 100 + (y - 1) / 400) * 366
    + case when (y % 4 = 0 and y % 100 <> 0) or y % 400 = 0
        then moment - make_date(y, 1, 1) else 0 end;
end $$;

-- Gross interest by any day count, simple or compounding: see term_interest.
create function term_interest_by_rule(principal_minor bigint, rate numeric, start_on date,
  until_on date, day_count text, compoundings integer)
returns bigint language plpgsql immutable as $$
declare
  days numeric;
  year_days numeric;
  leap numeric;
  start_day integer := extract(day from start_on);
  end_day integer := extract(day from until_on);
begin
  if until_on <= start_on then
    return 0;
  end if;
  days := until_on - start_on;
  case day_count
    when 'ACT_365F' then year_days := 365;
    when 'ACT_360' then year_days := 360;
    when 'ACT_364' then year_days := 364;
    when 'ACT_366_LEAP' then
      year_days := make_date(extract(year from start_on)::integer + 1, 1, 1)
        - make_date(extract(year from start_on)::integer, 1, 1);
    when 'ACT_ACT_ISDA' then
      leap := leap_year_days_before(until_on) - leap_year_days_before(start_on);
      days := (days - leap) * 366 + leap * 365;
      year_days := 365 * 366;
    when 'THIRTY_360', 'THIRTY_E_360' then
      start_day := least(start_day, 30);
      if day_count = 'THIRTY_E_360' or start_day = 30 then
        end_day := least(end_day, 30);
      end if;
      days := 360 * (extract(year from until_on) - extract(year from start_on))
        + 30 * (extract(month from until_on) - extract(month from start_on)) + end_day - start_day;
      year_days := 360;
  end case;
  if compoundings is null then
    -- Whole quotients: nothing is rounded before the half is judged.
    return div(2 * principal_minor * rate * days + 100 * year_days, 200 * year_days);
  end if;
  -- Quotients take the scale of what is divided, so that is forty decimals; the outer rounding to
  -- twenty lets exact ties come out of the exponential as ties again.
  return round(round(principal_minor * (exp(round(compoundings * days, 40) / year_days
    * ln(1 + round(rate, 40) / (100 * compoundings))) - 1), 20));
end $$;

-- Gross interest from start to a day, rounded half-up to the minor unit; interest.ts is the same in
-- TypeScript, and a test holds the two together. The day that ends the period does not count. The
-- common rules stand here, where the planner puts them into the statement that accrues: a call
-- costs several times the sum.
create function term_interest(principal_minor bigint, rate numeric, start_on date, until_on date,
  day_count text, compoundings integer)
returns bigint language sql immutable as $$
  select (case
    when until_on <= start_on then 0
    when compoundings is null and day_count = 'ACT_365F' then
      div(2 * principal_minor * rate * (until_on - start_on) + 36500, 73000)
    when compoundings is null and day_count = 'ACT_360' then
      div(2 * principal_minor * rate * (until_on - start_on) + 36000, 72000)
    else term_interest_by_rule(principal_minor, rate, start_on, until_on, day_count, compoundings)
  end)::bigint
$$;

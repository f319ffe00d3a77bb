-- Asset management: types of discounted instruments and issues of treasury bills, what customers
-- hold of them, their accruals, and the history of each.

create sequence discounted_instrument_type_id increment by 50;
create sequence discounted_instrument_id increment by 50;
create sequence discounted_change_id;

-- A type of commercial paper is sold any day for its tenures; an issue of treasury bills has dates.
create table discounted_instrument_type (
  id bigint primary key,
  kind text not null check (kind in ('DISCOUNTED_INSTRUMENT', 'TREASURY_BILL')),
  name text not null,
  label text not null,
  active boolean not null default true,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_least_minor bigint not null check (amount_least_minor > 0),
  amount_most_minor bigint check (amount_most_minor >= amount_least_minor),
  -- The denomination: faces are multiples of it.
  amount_multiple_minor bigint not null default 1 check (amount_multiple_minor > 0),
  -- Whether the rate is a discount rate on the face or a true yield on the price.
  quotation text not null check (quotation in ('DISCOUNT_RATE', 'TRUE_YIELD')),
  -- The rate of the type, or the stop rate of the issue, null until its auction; percent a year.
  rate numeric check (rate <> 'NaN' and rate >= 0),
  -- A rate may be negotiated within these; null: not at all.
  rate_least numeric check (rate_least <> 'NaN' and rate_least >= 0),
  rate_most numeric check (rate_most <> 'NaN'),
  -- The discount rates at which an early termination may be settled.
  termination_rate_least numeric not null
    check (termination_rate_least <> 'NaN' and termination_rate_least >= 0),
  termination_rate_most numeric not null check (termination_rate_most <> 'NaN'),
  day_count text not null check (day_count in ('ACT_365F', 'ACT_360', 'ACT_364', 'ACT_366_LEAP')),
  -- Decimals of the price per 100 of face; null: the cost alone is rounded.
  price_decimals smallint check (price_decimals between 0 and 12),
  price_rounding text not null default 'HALF_UP' check (price_rounding in ('HALF_UP', 'HALF_EVEN',
    'HALF_DOWN', 'UP', 'DOWN', 'CEILING', 'FLOOR')),
  -- The class that withholding_rule knows; null: exempt.
  tax_class text,
  -- Days; null takes every tenure from 1 day on.
  allowed_tenures integer[],
  default_tenure integer check (default_tenure > 0),
  auction_date date,
  settlement_date date,
  maturity_date date,
  holiday_convention text not null
    check (holiday_convention in ('NONE', 'FOLLOWING', 'MODIFIED_FOLLOWING', 'PRECEDING')),
  -- Whose holidays count; null: weekends only.
  exchange_id bigint references exchange,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint discounted_instrument_type_has_tenures
    check ((kind = 'DISCOUNTED_INSTRUMENT') = (default_tenure is not null)),
  constraint discounted_instrument_type_has_a_rate
    check (kind = 'TREASURY_BILL' or rate is not null),
  constraint treasury_bill_issue_has_dates check ((kind = 'TREASURY_BILL') =
    (auction_date is not null and settlement_date is not null and maturity_date is not null)),
  constraint treasury_bill_issue_dates_in_order
    check (auction_date <= settlement_date and settlement_date < maturity_date)
);
create unique index discounted_instrument_type_by_name on discounted_instrument_type (upper(name));

create table discounted_instrument (
  id bigint primary key,
  kind text not null,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  office_id bigint not null references business_office,
  customer_id bigint not null references customer,
  type_id bigint not null references discounted_instrument_type,
  -- The version of the type that its terms are from.
  type_version bigint not null,
  currency text not null,
  init_account_id bigint not null references account,
  termination_account_id bigint not null references account,
  portfolio_name text,
  -- What is held now; a part termination makes both smaller, an end leaves them as they were.
  face_value_minor bigint not null check (face_value_minor > 0),
  cost_minor bigint not null check (cost_minor >= 0),
  tenure integer not null check (tenure > 0),
  -- As it is quoted, and as the discount rate that its book value runs by.
  rate numeric not null check (rate <> 'NaN' and rate >= 0),
  rate_negotiated boolean not null,
  discount_rate numeric not null check (discount_rate <> 'NaN' and discount_rate >= 0),
  -- Price per 100 of face at which it was bought.
  price numeric not null check (price <> 'NaN' and price > 0),
  day_count text not null,
  -- The class that withholding_rule knows; null: exempt.
  tax_class text,
  requested_start date,
  start_date date not null,
  maturity_date date not null,
  payment_date date not null,
  status text not null check (status in ('PENDING', 'RUNNING', 'TERMINATED')),
  termination_reason text
    check (termination_reason in ('MATURED', 'PRELIQUIDATED', 'CANCELLED')),
  termination_date date,
  -- Discount of the days before this one is in the ledger: `accrued_minor` in all.
  accrued_to date not null,
  accrued_minor bigint not null default 0,
  -- What the last of it earned over its cost when it ended, and the tax on that.
  paid_gross_minor bigint,
  paid_tax_minor bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint discounted_instrument_ends_with_a_reason
    check ((status = 'TERMINATED') = (termination_reason is not null)),
  constraint discounted_instrument_costs_at_most_its_face check (cost_minor <= face_value_minor)
) with (fillfactor = 45);
create index discounted_instrument_by_customer on discounted_instrument (customer_id, id);
create index discounted_instrument_by_type on discounted_instrument (type_id);
create index discounted_instrument_running on discounted_instrument (id) where status = 'RUNNING';
create index discounted_instrument_by_payment on discounted_instrument (payment_date, id)
  where status = 'RUNNING';

-- One row per instrument and day that earned: the day's posting and the discount up to and with it.
-- The journal of a day has source DISCOUNT_ACCRUAL and the batch as its source id.
create table discounted_accrual (
  instrument_id bigint not null,
  accrual_day date not null,
  amount_minor bigint not null,
  accrued_minor bigint not null,
  batch_id bigint not null,
  primary key (instrument_id, accrual_day)
);
create trigger discounted_accrual_is_append_only before update or delete on discounted_accrual
  for each row execute function refuse_change();
create trigger discounted_accrual_is_never_emptied before truncate on discounted_accrual
  for each statement execute function refuse_change();

-- What happened to each holding, in order. Face before = face_minor + face_after_minor.
create table discounted_change (
  id bigint primary key default nextval('discounted_change_id'),
  instrument_id bigint not null references discounted_instrument,
  kind text not null
    check (kind in ('PLACEMENT', 'PART_TERMINATION', 'TERMINATION', 'MATURITY')),
  -- The day for which it counts, and the business date on which it was booked.
  effective_date date not null,
  booked_date date not null,
  -- The face placed or ended, and what is held after it.
  face_minor bigint not null check (face_minor > 0),
  face_after_minor bigint not null check (face_after_minor >= 0),
  cost_minor bigint not null,
  -- The discount rate of a placement or a termination.
  rate numeric check (rate <> 'NaN'),
  -- The cost of a placement, what an end paid before tax.
  amount_minor bigint not null,
  book_value_minor bigint not null,
  -- Over the cost: what is taxed.
  earned_minor bigint not null,
  -- Of the discount in the ledger, what the end released.
  released_minor bigint not null,
  tax_minor bigint not null,
  journal_id bigint not null,
  description text,
  created_by text not null,
  created_at timestamptz not null
);
create index discounted_change_by_instrument on discounted_change (instrument_id, id);
-- A holding begins once and ends once.
create unique index discounted_instrument_begins_once on discounted_change (instrument_id)
  where kind = 'PLACEMENT';
create unique index discounted_instrument_ends_once on discounted_change (instrument_id)
  where kind in ('TERMINATION', 'MATURITY');
create trigger discounted_change_is_append_only before update or delete on discounted_change
  for each row execute function refuse_change();
create trigger discounted_change_is_never_emptied before truncate on discounted_change
  for each statement execute function refuse_change();

-- Straight-line book value on a day within the term, half-up to the minor unit; discount.ts is the
-- same in TypeScript, and a test holds the two together.
create function discount_book_value(face_minor bigint, rate numeric, start_on date, matures_on date,
  day date, day_count text)
returns bigint language sql immutable as $$
  -- Whole quotients: nothing is rounded before the half is judged.
  select div(2 * face_minor * (100 * basis - rate * (matures_on - day)) + 100 * basis, 200 * basis)
  from (select case day_count
      when 'ACT_365F' then 365
      when 'ACT_360' then 360
      when 'ACT_364' then 364
      when 'ACT_366_LEAP' then make_date(extract(year from start_on)::integer + 1, 1, 1)
        - make_date(extract(year from start_on)::integer, 1, 1)
    end::numeric) as year (basis)
$$;

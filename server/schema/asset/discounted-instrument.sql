-- Discounted instruments: types and issues, customers' holdings, accruals and changes.

create sequence discounted_instrument_type_id increment by 50;
create sequence discounted_instrument_id increment by 50;

-- Commercial paper is sold on any day, for the tenures that its type allows. An issue of treasury
-- bills has fixed dates.
create table discounted_instrument_type (
  id bigint primary key,
  kind text not null check (kind in ('DISCOUNTED_INSTRUMENT', 'TREASURY_BILL')),
  name text not null,
  -- Former codes, in upper case. Old clients may still send them.
  aliases text[] not null default '{}',
  label text not null,
  active boolean not null default true,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_least_minor bigint not null check (amount_least_minor > 0),
  amount_most_minor bigint check (amount_most_minor >= amount_least_minor),
  -- The denomination. Every face value is a multiple of it.
  amount_multiple_minor bigint not null default 1 check (amount_multiple_minor > 0),
  -- Whether the rate is a discount rate on the face value or a true yield on the price.
  quotation text not null check (quotation in ('DISCOUNT_RATE', 'TRUE_YIELD')),
  -- The type's rate in percent per year, or the issue's stop rate (null until its auction).
  rate numeric check (rate <> 'NaN' and rate >= 0),
  -- The limits for a negotiated rate. Null: rates are not negotiable.
  rate_least numeric check (rate_least <> 'NaN' and rate_least >= 0),
  rate_most numeric check (rate_most <> 'NaN'),
  -- The limits for the discount rate of an early termination.
  termination_rate_least numeric not null
    check (termination_rate_least <> 'NaN' and termination_rate_least >= 0),
  termination_rate_most numeric not null check (termination_rate_most <> 'NaN'),
  day_count text not null check (day_count in ('ACT_365F', 'ACT_360', 'ACT_364', 'ACT_366_LEAP')),
  -- Decimals of the price per 100 of face value. Null: only the cost is rounded.
  price_decimals smallint check (price_decimals between 0 and 12),
  price_rounding text not null default 'HALF_UP' check (price_rounding in ('HALF_UP', 'HALF_EVEN',
    'HALF_DOWN', 'UP', 'DOWN', 'CEILING', 'FLOOR')),
  -- The tax class in withholding_rule. Null: exempt.
  tax_class text,
  -- Tenures in days. Null: any tenure.
  allowed_tenures integer[],
  default_tenure integer check (default_tenure > 0),
  auction_date date,
  settlement_date date,
  maturity_date date,
  holiday_convention text not null
    check (holiday_convention in ('NONE', 'FOLLOWING', 'MODIFIED_FOLLOWING', 'PRECEDING')),
  -- The exchange whose holidays apply. Null: weekends only.
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
select hash_rows_of('discounted_instrument_type', 'id');
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
  -- The type version that provides the instrument's terms.
  type_version bigint not null,
  currency text not null,
  init_account_id bigint not null references account,
  termination_account_id bigint not null references account,
  portfolio_name text,
  -- The current holding. A partial termination reduces both amounts. The end of the instrument
  -- leaves them unchanged.
  face_value_minor bigint not null check (face_value_minor > 0),
  cost_minor bigint not null check (cost_minor >= 0),
  tenure integer not null check (tenure > 0),
  -- The quoted rate, and the discount rate that determines the book value.
  rate numeric not null check (rate <> 'NaN' and rate >= 0),
  rate_negotiated boolean not null,
  discount_rate numeric not null check (discount_rate <> 'NaN' and discount_rate >= 0),
  -- The purchase price per 100 of face value.
  price numeric not null check (price <> 'NaN' and price > 0),
  day_count text not null,
  -- The tax class in withholding_rule. Null: exempt.
  tax_class text,
  requested_start date,
  start_date date not null,
  maturity_date date not null,
  payment_date date not null,
  status text not null check (status in ('PENDING', 'RUNNING', 'TERMINATED')),
  termination_reason text
    check (termination_reason in ('MATURED', 'ROLLED_OVER', 'PRELIQUIDATED', 'CANCELLED')),
  termination_date date,
  -- The discount for all days before this date is posted. `accrued_minor` is its total.
  accrued_to date not null,
  accrued_minor bigint not null default 0,
  -- The gain over cost of the last part that ended, and its tax.
  paid_gross_minor bigint,
  paid_tax_minor bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  auto_rollover boolean not null default false,
  rollover_rule text not null default 'NONE' check (rollover_rule in ('NONE', 'PRINCIPAL_ONLY',
    'PRINCIPAL_AND_NET_INTEREST', 'PRINCIPAL_AND_GROSS_INTEREST', 'NET_INTEREST_ONLY',
    'SPECIAL_AMOUNT')),
  -- The cash to be placed again under SPECIAL_AMOUNT.
  rollover_amount_minor bigint check (rollover_amount_minor > 0),
  parent_id bigint
    constraint discounted_instrument_rolls_over_once unique references discounted_instrument,
  -- The reason why the instrument was paid out at maturity although it should have rolled over.
  not_rolled_over_reason text check (not_rolled_over_reason in ('TYPE_NOT_OFFERED',
    'NO_OPEN_ISSUE', 'NO_PRICE', 'BELOW_DENOMINATION')),
  constraint discounted_instrument_ends_with_a_reason
    check ((status = 'TERMINATED') = (termination_reason is not null)),
  constraint discounted_instrument_costs_at_most_its_face check (cost_minor <= face_value_minor),
  constraint discounted_instrument_special_rollover_has_an_amount
    check (rollover_rule <> 'SPECIAL_AMOUNT' or rollover_amount_minor is not null),
  constraint discounted_instrument_that_did_not_roll_over_matured
    check (not_rolled_over_reason is null or termination_reason = 'MATURED')
) with (fillfactor = 45);
select hash_rows_of('discounted_instrument', 'id');
create index discounted_instrument_by_customer on discounted_instrument (customer_id, id);
create index discounted_instrument_by_type on discounted_instrument (type_id);
create index discounted_instrument_running on discounted_instrument (id) where status = 'RUNNING';
create index discounted_instrument_by_payment on discounted_instrument (payment_date, id)
  where status = 'RUNNING';
create index discounted_instrument_in_time on discounted_instrument (customer_id, created_at, id);
-- Records changes by users in the audit log, like the trigger on term_instrument.
create trigger discounted_instrument_is_audited after update of modified_by on discounted_instrument
  for each row when (new.modified_by <> 'system') execute function note_change('*');

-- One row per instrument and accrual day: the amount posted for the day, and the total to date. The
-- day's journal has the source DISCOUNT_ACCRUAL and the batch as source id.
create table discounted_accrual (
  instrument_id bigint not null,
  accrual_day date not null,
  amount_minor bigint not null,
  accrued_minor bigint not null,
  batch_id bigint not null,
  primary key (instrument_id, accrual_day)
);
select hash_rows_of('discounted_accrual', 'instrument_id, accrual_day');
create trigger discounted_accrual_is_append_only before update or delete on discounted_accrual
  for each row execute function refuse_change();
create trigger discounted_accrual_is_never_emptied before truncate on discounted_accrual
  for each statement execute function refuse_change();

-- Changes to each holding, in order. The face value before a termination is face_minor +
-- face_after_minor.
create table discounted_change (
  id bigint generated always as identity primary key,
  instrument_id bigint not null references discounted_instrument,
  kind text not null
    check (kind in ('PLACEMENT', 'PART_TERMINATION', 'TERMINATION', 'MATURITY')),
  -- The effective date, and the business date of the posting.
  effective_date date not null,
  booked_date date not null,
  -- The face value placed or terminated, and the face value held afterwards.
  face_minor bigint not null check (face_minor > 0),
  face_after_minor bigint not null check (face_after_minor >= 0),
  cost_minor bigint not null,
  -- The discount rate of a placement or a termination.
  rate numeric check (rate <> 'NaN'),
  -- The cost of a placement, or the payment at an end, before tax.
  amount_minor bigint not null,
  book_value_minor bigint not null,
  -- The taxable gain over cost.
  earned_minor bigint not null,
  -- The part of the posted discount that was reversed at the end.
  released_minor bigint not null,
  tax_minor bigint not null,
  journal_id bigint not null,
  description text,
  created_by text not null,
  created_at timestamptz not null,
  -- The cost of the instrument into which this one rolled over. This amount was not paid out.
  rolled_minor bigint not null default 0 check (rolled_minor >= 0)
);
select hash_rows_of('discounted_change', 'id');
create index discounted_change_by_instrument on discounted_change (instrument_id, id);
-- A holding has at most one start and one end.
create unique index discounted_instrument_begins_once on discounted_change (instrument_id)
  where kind = 'PLACEMENT';
create unique index discounted_instrument_ends_once on discounted_change (instrument_id)
  where kind in ('TERMINATION', 'MATURITY');
create trigger discounted_change_is_append_only before update or delete on discounted_change
  for each row execute function refuse_change();
create trigger discounted_change_is_never_emptied before truncate on discounted_change
  for each statement execute function refuse_change();

-- Term instrument types and their versions.

create sequence term_instrument_type_id increment by 50;

-- A product. Its terms are in its versions, of which `version` is the current one.
create table term_instrument_type (
  id bigint primary key,
  name text not null unique,
  -- Former codes, in upper case. Old clients may still send them.
  aliases text[] not null default '{}',
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('term_instrument_type', 'id');
create unique index term_instrument_type_by_name on term_instrument_type (upper(name));

-- A product's terms. A version never changes, and an instrument keeps the version that it was
-- created with.
create table term_instrument_type_version (
  type_id bigint not null references term_instrument_type,
  number integer not null check (number > 0),
  label text not null,
  active boolean not null default true,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_least_minor bigint not null check (amount_least_minor > 0),
  amount_most_minor bigint,
  amount_multiple_minor bigint not null default 1 check (amount_multiple_minor > 0),
  -- Tenures in days. Null: any tenure.
  allowed_tenures integer[],
  default_tenure integer not null check (default_tenure > 0),
  -- Tiers of the rate card, in order. The first tier that matches applies. Amounts are strings of
  -- minor units.
  rate_tiers jsonb not null,
  -- The limits for a negotiated rate. Null: rates are not negotiable.
  rate_least numeric check (rate_least <> 'NaN' and rate_least >= 0),
  rate_most numeric check (rate_most <> 'NaN'),
  day_count text not null check (day_count in ('ACT_365F', 'ACT_360', 'ACT_364', 'ACT_ACT_ISDA',
    'ACT_366_LEAP', 'THIRTY_360', 'THIRTY_E_360')),
  -- Null: simple interest.
  compoundings_per_year integer check (compoundings_per_year between 1 and 366),
  -- When interest is settled and, for PERIODIC and CAPITALISED, how often.
  interest_payment text not null default 'AT_MATURITY'
    check (interest_payment in ('AT_MATURITY', 'UPFRONT', 'PERIODIC', 'CAPITALISED')),
  interest_frequency text
    check (interest_frequency in ('MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY', 'DAYS')),
  interest_days integer check (interest_days > 0),
  -- The tax class in withholding_rule. Null: exempt.
  tax_class text,
  -- Payer classes from which this product withholds no tax.
  tax_exempt_payers text[] not null default '{}',
  early_liquidation jsonb not null,
  rollover_rule text not null check (rollover_rule in ('NONE', 'PRINCIPAL_ONLY',
    'PRINCIPAL_AND_NET_INTEREST', 'PRINCIPAL_AND_GROSS_INTEREST', 'NET_INTEREST_ONLY')),
  auto_rollover boolean not null,
  -- True if the firm lends to the customer. All entries then have the opposite sign.
  loan_product boolean not null default false,
  -- Instrument members that the customer may change during the term.
  changeable text[] not null,
  -- Chart codes that this product is posted to.
  principal_account text not null,
  interest_account text not null,
  upfront_account text not null,
  result_account text not null,
  penalty_account text not null,
  holiday_convention text not null
    check (holiday_convention in ('NONE', 'FOLLOWING', 'MODIFIED_FOLLOWING', 'PRECEDING')),
  accrues_over_gap boolean not null default false,
  -- The exchange whose holidays apply. Null: weekends only.
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
select hash_rows_of('term_instrument_type_version', 'type_id, number');
create trigger term_instrument_type_version_is_append_only
  before update or delete on term_instrument_type_version
  for each row execute function refuse_change();

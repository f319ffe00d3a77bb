-- Corporate actions with the terms in force. Each version is also in reference_version, with the
-- kind corporate-action and the event's name as its subject.

create sequence corporate_action_id increment by 50;

create table corporate_action (
  id bigint primary key,
  name text not null unique,
  label text not null,
  -- ISO 15022 field 22F, qualifier CAEV.
  kind text not null check (kind in ('DVCA', 'DVSE', 'DVOP', 'DRIP', 'BONU', 'SPLF', 'SPLR', 'RHDI',
    'EXRI', 'MRGR', 'TEND', 'SOFF', 'EXOF', 'INTR', 'REDM', 'PCAL', 'MCAL', 'DFLT', 'CAPD', 'LIQU',
    'WRTH', 'CHAN', 'DLST')),
  participation text not null check (participation in ('MAND', 'CHOS', 'VOLU')),
  security_id bigint not null references security,
  -- ANNOUNCED: terms may change. CONFIRMED: terms are final. Only confirmed events pay.
  status text not null check (status in ('ANNOUNCED', 'CONFIRMED', 'CANCELLED', 'DEFAULTED')),
  progress text not null default 'OPEN'
    check (progress in ('OPEN', 'ENTITLED', 'PART_PAID', 'PAID', 'CLOSED')),
  announcement_date date,
  approval_date date,
  qualification_date date not null,
  ex_date date not null,
  closure_from date,
  closure_to date,
  -- The payment date of the terms. Payment follows on this date or on the next business day.
  payment_date date,
  deadline timestamptz,
  market_deadline timestamptz,
  withheld_by text not null default 'ISSUER' check (withheld_by in ('ISSUER', 'FIRM')),
  issuer_exempts boolean not null default false,
  tax_class text,
  -- The reference price on the ex-date, which overrides the computed one.
  ex_price numeric check (ex_price > 0 and ex_price <> 'NaN'),
  -- The policy for live orders. Null: the default policy for the kind.
  order_policy text check (order_policy in ('ADJUST', 'CANCEL', 'KEEP')),
  suspend_from date,
  suspend_to date,
  new_name text,
  new_isin text,
  new_label text,
  linked_event_id bigint references corporate_action,
  distinct_from_id bigint references corporate_action,
  official_reference text,
  source text,
  -- The version of the terms, and the version used when the entitlements were last computed.
  terms_version integer not null default 1,
  entitled_version integer,
  -- The number of business days after payment in which market claims are detected. It comes from
  -- the market rule.
  claim_days integer not null,
  register_basis text not null check (register_basis in ('TRADED', 'SETTLED')),
  -- The times at which the orders and the price were adjusted for the ex-date.
  orders_adjusted_at timestamptz,
  price_adjusted_at timestamptz,
  -- When the event changed the security itself (CHAN, DLST, WRTH) or deactivated the bond (REDM,
  -- MCAL). The next two columns contain the previous trading status, and the time at which the
  -- event suspended the security.
  security_changed_at timestamptz,
  status_before text,
  suspended_at timestamptz,
  closed_on date,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  check (suspend_from <= suspend_to),
  -- For other kinds, the program checks that there is a payment date if an option pays cash.
  check (status <> 'CONFIRMED' or payment_date is not null
    or kind not in ('DVCA', 'DVOP', 'DRIP', 'INTR', 'REDM', 'PCAL', 'MCAL', 'CAPD', 'LIQU', 'TEND'))
);
select hash_rows_of('corporate_action', 'id');
create unique index corporate_action_is_announced_once
  on corporate_action (security_id, kind, ex_date, coalesce(distinct_from_id, 0))
  where status <> 'CANCELLED';
create unique index corporate_action_by_reference on corporate_action (official_reference)
  where status <> 'CANCELLED';
create index corporate_action_by_link on corporate_action (linked_event_id)
  where linked_event_id is not null;
create index corporate_action_by_ex_date on corporate_action (ex_date, id);
create index corporate_action_by_payment_date on corporate_action (payment_date, id);
create index corporate_action_in_progress on corporate_action (id) where progress <> 'CLOSED';

-- The options of an event. An event without a choice has one option.
create table corporate_action_option (
  corporate_action_id bigint not null references corporate_action,
  number smallint not null check (number between 1 and 20),
  -- ISO 15022 field 22F, qualifier CAOP.
  type text not null
    check (type in ('CASH', 'SECU', 'CASE', 'EXER', 'SLLE', 'LAPS', 'NOAC', 'OVER')),
  is_default boolean not null,
  -- Gross amount per unit or, for a bond, per 100 of face value.
  cash_per_unit numeric check (cash_per_unit > 0 and cash_per_unit <> 'NaN'),
  currency text,
  new_units bigint check (new_units >= 1),
  old_units bigint check (old_units >= 1),
  new_security_id bigint references security,
  -- The share of the cost that moves to the new security, in percent, or the two prices from which
  -- this share is computed.
  cost_percent numeric check (cost_percent > 0 and cost_percent < 100),
  first_day_price numeric check (first_day_price > 0 and first_day_price <> 'NaN'),
  ex_price numeric check (ex_price > 0 and ex_price <> 'NaN'),
  -- The price of a new unit: bought with a right, received instead of cash, or bought with a
  -- reinvested dividend.
  price numeric check (price > 0 and price <> 'NaN'),
  price_per_100 numeric check (price_per_100 > 0 and price_per_100 <> 'NaN'),
  -- The redeemed part of the outstanding face value, or the accepted part of the tendered units.
  percent numeric check (percent > 0 and percent <= 100),
  fractions text not null default 'RDDN' check (fractions in ('RDDN', 'RDUP', 'STAN', 'CINL')),
  fraction_price numeric check (fraction_price > 0 and fraction_price <> 'NaN'),
  available_date date,
  primary key (corporate_action_id, number)
);
select hash_rows_of('corporate_action_option', 'corporate_action_id, number');
create unique index corporate_action_has_one_default on corporate_action_option
  (corporate_action_id) where is_default;

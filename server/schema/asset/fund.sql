-- Funds: terms, net asset values, the unit register with its lots, orders, and income. Units and
-- prices are numeric, and amounts are in minor units. Rows are locked in this order: fund, orders
-- by id, register, holdings by id, cash accounts.

create sequence fund_id increment by 50;
create sequence fund_nav_id increment by 50;
create sequence fund_holding_id increment by 50;
create sequence fund_transaction_id increment by 50;
create sequence fund_distribution_id increment by 50;

create table fund (
  id bigint primary key,
  name text not null check (name ~ '^[A-Z0-9-]{2,20}$'),
  -- Former codes, in upper case. Old clients may still send them.
  aliases text[] not null default '{}',
  label text not null,
  active boolean not null default true,
  fund_type text not null check (fund_type in ('MONEY_MARKET', 'EQUITY', 'BOND', 'BALANCED')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  price_decimals integer not null default 4 check (price_decimals between 0 and 8),
  units_decimals integer not null default 4 check (units_decimals between 0 and 8),
  -- The percentage below the net asset value at which the fund buys back units, and the percentage
  -- above it at which the fund sells them.
  bid_spread numeric not null default 0 check (bid_spread <> 'NaN' and bid_spread between 0 and 50),
  offer_spread numeric not null default 0
    check (offer_spread <> 'NaN' and offer_spread between 0 and 50),
  entry_fee numeric not null default 0 check (entry_fee <> 'NaN' and entry_fee between 0 and 50),
  -- Tiers, such as [{"belowDays": 90, "percent": "1"}]. The first tier with belowDays above the
  -- lot's age applies. A tier without belowDays applies to lots of any age.
  exit_fees jsonb not null default '[]' check (jsonb_typeof(exit_fees) = 'array'),
  -- Value added tax on entry and exit fees, in percent.
  fee_vat_percent numeric not null default 0
    check (fee_vat_percent <> 'NaN' and fee_vat_percent between 0 and 100),
  -- The age in days below which a lot pays a penalty on top of the exit fee, and the penalty in
  -- percent.
  minimum_holding_days integer not null default 0 check (minimum_holding_days >= 0),
  early_redemption_percent numeric not null default 0
    check (early_redemption_percent <> 'NaN' and early_redemption_percent between 0 and 50),
  cut_off text not null check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text not null,
  -- ISO weekdays, where 1 is Monday.
  dealing_weekdays integer[] not null
    check (cardinality(dealing_weekdays) > 0 and dealing_weekdays <@ array[1, 2, 3, 4, 5, 6, 7]),
  -- The exchange whose holidays close the fund. Null: weekends only.
  exchange_id bigint references exchange,
  minimum_first_minor bigint not null default 0 check (minimum_first_minor >= 0),
  minimum_next_minor bigint not null default 0 check (minimum_next_minor >= 0),
  minimum_holding_units numeric not null default 0
    check (minimum_holding_units <> 'NaN' and minimum_holding_units >= 0),
  open_for_subscription boolean not null default true,
  open_for_redemption boolean not null default true,
  income_policy text not null check (income_policy in ('DISTRIBUTE', 'ACCUMULATE')),
  income_option text not null default 'REINVEST' check (income_option in ('REINVEST', 'PAY')),
  -- The tax class in withholding_rule for income paid out. Null: exempt.
  tax_class text,
  -- The maximum age, in days, of the net asset value used to execute an order.
  nav_stale_days integer not null check (nav_stale_days >= 0),
  -- The percentage held on top of an order's estimated cost, because its price is not known yet.
  price_margin numeric not null default 5
    check (price_margin <> 'NaN' and price_margin between 0 and 100),
  -- True if orders are executed once their day's value is approved. Otherwise they are executed at
  -- the end of day.
  deals_on_approval boolean not null default true,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('fund', 'id');
create unique index fund_by_name on fund (upper(name));

-- Units in issue. One transaction changes the register and the holdings, so the units equal the sum
-- of the fund's holdings.
create table fund_register (
  fund_id bigint primary key references fund,
  units numeric not null default 0 check (units <> 'NaN' and units >= 0)
);
select hash_rows_of('fund_register', 'fund_id');

create table fund_nav (
  id bigint primary key,
  fund_id bigint not null references fund,
  valuation_date date not null,
  nav_per_unit numeric not null check (nav_per_unit <> 'NaN' and nav_per_unit > 0),
  status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamptz,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  decision_reason text,
  -- When the value was approved, by the database's clock. Null until then.
  recorded_at timestamptz
);
select hash_rows_of('fund_nav', 'id');
create unique index fund_nav_of_one_day on fund_nav (fund_id, valuation_date)
  where status <> 'REJECTED';
create index fund_nav_by_fund on fund_nav (fund_id, id);
create trigger fund_nav_is_audited after update on fund_nav for each row
  execute function note_change('*');

create trigger fund_nav_is_dated before insert or update of status on fund_nav for each row
  when (new.status = 'APPROVED') execute function note_recorded_at();

create table fund_holding (
  id bigint primary key,
  fund_id bigint not null references fund,
  customer_id bigint not null references customer,
  office_id bigint not null references business_office,
  -- Empty: the units are in no portfolio.
  portfolio_name text not null default '',
  units numeric not null default 0 check (units <> 'NaN' and units >= 0),
  -- Units reserved by redemptions that have not been executed yet.
  held_units numeric not null default 0 check (held_units <> 'NaN' and held_units >= 0),
  income_option text not null check (income_option in ('REINVEST', 'PAY')),
  version bigint not null default 1,
  constraint fund_holding_is_one unique (fund_id, customer_id, portfolio_name),
  constraint held_units_stay_within_units check (held_units <= units)
) with (fillfactor = 80);
select hash_rows_of('fund_holding', 'id');
create index fund_holding_by_customer on fund_holding (customer_id, id);

create table fund_transaction (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  office_id bigint not null references business_office,
  customer_id bigint not null references customer,
  fund_id bigint not null references fund,
  portfolio_name text not null default '',
  trans_type text not null check (trans_type in ('SUBSCRIPTION', 'REDEMPTION')),
  basis text not null check (basis in ('AMOUNT', 'UNITS', 'ALL')),
  amount_minor bigint check (amount_minor > 0),
  units numeric check (units <> 'NaN' and units > 0),
  cash_account_id bigint not null references account,
  income_option text check (income_option in ('REINVEST', 'PAY')),
  status text not null
    check (status in ('PENDING', 'APPROVED', 'EXECUTED', 'REJECTED', 'DELETED')),
  order_date date not null,
  dealing_date date not null,
  -- The order's estimated value when it was created. Null: there was no fresh net asset value.
  estimate_minor bigint,
  held_minor bigint not null default 0 check (held_minor >= 0),
  held_units numeric not null default 0 check (held_units <> 'NaN' and held_units >= 0),
  creator_kind text not null,
  creator_id bigint not null,
  approved_by text,
  approved_at timestamptz,
  nav_id bigint references fund_nav,
  -- The fund version whose terms applied to the execution.
  fund_version bigint,
  price numeric check (price <> 'NaN'),
  executed_units numeric check (executed_units <> 'NaN'),
  -- The units' value at the price, then the fee, its tax, the penalty, and the amount booked to the
  -- cash account.
  gross_minor bigint,
  fee_minor bigint,
  vat_minor bigint,
  penalty_minor bigint,
  net_minor bigint,
  execution_date date,
  journal_id bigint,
  reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The date and description sent by the client. The date does not affect the dealing date.
  transaction_at timestamptz,
  description text,
  -- The principals that changed the order, such as [{"kind": "user", "id": "12"}]. Like its
  -- creator, they cannot approve it.
  editors jsonb not null default '[]' check (jsonb_typeof(editors) = 'array'),
  constraint fund_transaction_says_how_much check (
    (basis = 'AMOUNT') = (amount_minor is not null) and (basis = 'UNITS') = (units is not null)),
  constraint fund_transaction_is_priced_when_executed check (
    (status = 'EXECUTED') = (journal_id is not null)
    and (status = 'EXECUTED') = (nav_id is not null))
) with (fillfactor = 80);
select hash_rows_of('fund_transaction', 'id');
create index fund_transaction_by_customer on fund_transaction (customer_id, id);
create index fund_transaction_to_price on fund_transaction (fund_id, dealing_date, id)
  where status = 'APPROVED';
-- Used to list all customers' orders that await approval.
create index fund_transaction_waiting on fund_transaction (id) where status = 'PENDING';
create index fund_transaction_in_time on fund_transaction (customer_id, created_at, id);
-- Records changes by users in the audit log, like the trigger on term_instrument.
create trigger fund_transaction_is_audited after update of modified_by on fund_transaction
  for each row when (new.modified_by <> 'system') execute function note_change('*');

-- A holding's units by purchase date. The oldest are redeemed first.
create table fund_lot (
  id bigint generated always as identity primary key,
  holding_id bigint not null references fund_holding,
  acquired_on date not null,
  bought_units numeric not null check (bought_units <> 'NaN' and bought_units > 0),
  units numeric not null check (units <> 'NaN' and units >= 0),
  constraint fund_lot_sells_what_it_has check (units <= bought_units)
) with (fillfactor = 80);
select hash_rows_of('fund_lot', 'id');
create index fund_lot_open on fund_lot (holding_id, acquired_on, id) where units > 0;

-- Every change to a holding, once per cause. Rows never change.
create table fund_unit_movement (
  id bigint generated always as identity primary key,
  fund_id bigint not null,
  holding_id bigint not null references fund_holding,
  source_type text not null check (source_type in ('FUND_TRANSACTION', 'FUND_DISTRIBUTION')),
  source_id bigint not null,
  moved_on date not null,
  units numeric not null check (units <> 'NaN'),
  balance numeric not null check (balance <> 'NaN'),
  recorded_at timestamptz not null default clock_timestamp(),
  constraint fund_units_move_once unique (source_type, source_id, holding_id)
);
select hash_rows_of('fund_unit_movement', 'id');
-- Rows are stored roughly in time order, so a BRIN index is enough, as for journal_by_recording.
create index fund_unit_movement_by_recording on fund_unit_movement using brin (recorded_at)
  with (pages_per_range = 32, autosummarize = on);
create index fund_unit_movement_by_holding on fund_unit_movement (holding_id, id);
create trigger fund_unit_movement_is_append_only before update or delete on fund_unit_movement
  for each row execute function refuse_change();

-- The executed totals per fund and valuation date. Each batch adds to them.
create table fund_dealing (
  fund_id bigint not null references fund,
  valuation_date date not null,
  nav_id bigint not null references fund_nav,
  orders bigint not null,
  subscribed_units numeric not null,
  redeemed_units numeric not null,
  subscribed_minor bigint not null,
  redeemed_minor bigint not null,
  primary key (fund_id, valuation_date)
);
select hash_rows_of('fund_dealing', 'fund_id, valuation_date');

create table fund_distribution (
  id bigint primary key,
  name text not null unique,
  label text not null,
  fund_id bigint not null references fund,
  income_per_unit numeric not null check (income_per_unit <> 'NaN' and income_per_unit > 0),
  status text not null check (status in ('PENDING', 'APPROVED', 'PAID', 'REJECTED')),
  -- The business date of the approval. Holders on this date are entitled.
  record_date date,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamptz,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  decision_reason text,
  ex_date date
);
select hash_rows_of('fund_distribution', 'id');
-- Records changes by users in the audit log, like the trigger on term_instrument.
create trigger fund_distribution_is_audited after update of modified_by on fund_distribution
  for each row when (new.modified_by <> 'system') execute function note_change('*');

-- One holder's share of a distribution. The key prevents a second payment.
create table fund_income (
  distribution_id bigint not null references fund_distribution,
  holding_id bigint not null references fund_holding,
  units numeric not null check (units <> 'NaN' and units > 0),
  income_option text not null,
  gross_minor bigint,
  tax_minor bigint,
  bought_units numeric,
  journal_id bigint,
  paid_on date,
  primary key (distribution_id, holding_id)
);
select hash_rows_of('fund_income', 'distribution_id, holding_id');
create index fund_income_open on fund_income (distribution_id, holding_id) where paid_on is null;

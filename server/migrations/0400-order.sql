-- Order: portfolios and holdings, trade orders, what is sent to exchanges and what they report,
-- contract notes and their settlement.

create sequence portfolio_id increment by 50;
create sequence trade_order_id increment by 50;
create sequence contract_note_id increment by 50;

create table portfolio (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  office_id bigint not null references business_office,
  customer_id bigint not null references customer,
  currency text not null,
  portfolio_type_name text not null,
  -- The customer's account and clearing-house number at the depository.
  account_no text,
  chn_number text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create index portfolio_by_customer on portfolio (customer_id);

create table holding (
  portfolio_id bigint not null references portfolio,
  security_id bigint not null references security,
  -- Below zero after a late fill or a bust: a short position that the firm must cover.
  quantity bigint not null default 0,
  -- Units set aside for sell orders that are not filled yet.
  held_quantity bigint not null default 0 check (held_quantity >= 0),
  cost_minor bigint not null default 0,
  realised_gain_minor bigint not null default 0,
  primary key (portfolio_id, security_id)
) with (fillfactor = 70);

create table trade_order (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  office_id bigint not null references business_office,
  customer_id bigint not null references customer,
  portfolio_id bigint not null references portfolio,
  security_id bigint not null references security,
  exchange_id bigint not null references exchange,
  order_term_id bigint not null references order_term,
  cash_account_id bigint not null references account,
  currency text not null,
  business_date date not null,
  order_type text not null check (order_type in ('BUY', 'SELL')),
  price_type text not null check (price_type in ('MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT')),
  order_base text not null check (order_base in ('QUANTITY', 'VALUE')),
  order_origin text not null,
  order_date timestamptz not null,
  order_start_date timestamptz,
  order_end_date timestamptz,
  expire_date date,
  quantity bigint not null check (quantity > 0),
  limit_price numeric check (limit_price > 0 and limit_price <> 'NaN'),
  stop_price numeric check (stop_price > 0 and stop_price <> 'NaN'),
  -- When the last price reached the stop price; until then the house holds a stop order back.
  triggered_at timestamptz,
  instrument_type text not null,
  description text,
  reference_order_id bigint,
  settlement_instructions text,
  commission_group_name text not null,
  custodian_name text,
  agent_name text,
  system_generated boolean not null default false,
  locked boolean not null default false,
  quantity_filled bigint not null default 0,
  quantity_pending bigint not null,
  -- The part of the filled units that exchange orders before the present one have filled.
  filled_elsewhere bigint not null default 0,
  average_price numeric,
  -- The price at which money is held for what is not filled: the limit, or the top of the day's
  -- band.
  worst_price numeric not null check (worst_price > 0 and worst_price <> 'NaN'),
  -- What a bond has accrued at most, per 100 of face value, when a fill settles; zero of a share.
  worst_accrued numeric not null default 0 check (worst_accrued >= 0 and worst_accrued <> 'NaN'),
  -- What sold units had cost, so that a bust gives it back.
  sold_cost_minor bigint not null default 0,
  order_status text not null
    check (order_status in ('BOOKED', 'EXECUTING', 'EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED')),
  fix_order_status text not null default 'NA',
  resting_fix_status text not null default 'NA',
  fix_message text,
  status_at timestamptz not null,
  cl_ord_id text not null,
  pending_cl_ord_id text,
  exchange_order_id text,
  -- Which of its exchange orders is the present one, and the session that it goes through.
  entry_no smallint not null default 1,
  session_name text not null default 'unrouted',
  -- Estimated at submit: consideration, and the same with charges.
  order_value_minor bigint not null,
  order_total_minor bigint not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
) with (fillfactor = 80);
create index trade_order_by_portfolio on trade_order (portfolio_id, id);
create index trade_order_by_customer on trade_order (customer_id, id);
create index trade_order_by_office on trade_order (office_id, id);
create index trade_order_held_back on trade_order (security_id)
  where order_status = 'BOOKED' and stop_price is not null and triggered_at is null;
create index trade_order_live on trade_order (session_name, id)
  where order_status in ('BOOKED', 'EXECUTING');

-- What is asked of an exchange. An adapter takes QUEUED ones; every ClOrdID of an order stands
-- here.
create table exchange_instruction (
  id bigint generated always as identity primary key,
  exchange_id bigint not null references exchange,
  order_id bigint not null references trade_order,
  -- The exchange order that it is about, and the session that carries it.
  entry_no smallint not null default 1,
  session_name text not null default 'unrouted',
  kind text not null check (kind in ('NEW', 'CANCEL', 'REPLACE', 'STATUS')),
  cl_ord_id text not null,
  orig_cl_ord_id text,
  -- WITHHELD: the session found it too old to send again, so nobody knows whether it arrived.
  state text not null check (state in ('QUEUED', 'SENT', 'WITHHELD', 'WITHDRAWN')),
  -- The terms that a REPLACE asks for; they become the order's when the exchange agrees.
  quantity bigint check (quantity > 0),
  limit_price numeric check (limit_price > 0 and limit_price <> 'NaN'),
  worst_price numeric check (worst_price > 0 and worst_price <> 'NaN'),
  worst_accrued numeric check (worst_accrued >= 0 and worst_accrued <> 'NaN'),
  order_term_id bigint references order_term,
  order_end_date timestamptz,
  expire_date date,
  order_value_minor bigint,
  order_total_minor bigint,
  -- What the exchange was told: the part of the quantity that this exchange order is for, and the
  -- last day that it may live there.
  told_quantity bigint,
  told_last_day date,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (exchange_id, cl_ord_id),
  constraint replacement_has_terms check (kind <> 'REPLACE' or quantity is not null
    and worst_price is not null and worst_accrued is not null and order_term_id is not null
    and expire_date is not null and order_value_minor is not null and order_total_minor is not null)
);
create index exchange_instruction_queued on exchange_instruction (session_name, id)
  where state = 'QUEUED';
create index exchange_instruction_by_order on exchange_instruction (order_id);

-- Every report about an order, once per ExecID; fills are those with a kind. An ExecID is unique
-- within an order's life and no further: some exchanges begin again at 1 every day. Those of a
-- later exchange order stand behind its number: 2/E17.
create table execution_report (
  id bigint generated always as identity primary key,
  exchange_id bigint not null references exchange,
  order_id bigint not null references trade_order,
  entry_no smallint not null default 1,
  exec_id text not null,
  exec_type text not null,
  ord_status text not null,
  cl_ord_id text not null,
  kind text check (kind in ('TRADE', 'CORRECT', 'CANCEL')),
  exec_ref_id text,
  quantity bigint,
  price numeric,
  trade_date date,
  exchange_order_id text,
  message_text text,
  transact_at timestamptz,
  received_at timestamptz not null,
  -- The present note of its trade date; 0 when the fills of that date came to nothing.
  contract_note_id bigint,
  unique (order_id, exec_id)
);
create index execution_report_by_order on execution_report (order_id, id);
create index execution_report_without_note on execution_report (order_id)
  where kind is not null and contract_note_id is null;

-- Reports that could not be booked: kept as work items, never dropped.
create table unmatched_report (
  id bigint generated always as identity primary key,
  exchange_id bigint not null references exchange,
  -- Known when the report is about one of our orders and contradicts it.
  order_id bigint references trade_order,
  cl_ord_id text not null,
  exec_id text,
  reason text not null
    check (reason in (
      'UNKNOWN_ORDER', 'MALFORMED', 'NOT_AT_EXCHANGE', 'FILLS_DIFFER', 'NOT_BOOKED')),
  message_text text not null,
  -- The report itself, to be applied again.
  report jsonb not null,
  received_at timestamptz not null,
  resolved boolean not null default false,
  resolution text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create index unmatched_report_open on unmatched_report (exchange_id, cl_ord_id) where not resolved;
create index unmatched_report_by_order on unmatched_report (order_id) where not resolved;

create table contract_note (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  office_id bigint not null references business_office,
  customer_id bigint not null references customer,
  portfolio_id bigint not null references portfolio,
  order_id bigint not null references trade_order,
  security_id bigint not null references security,
  exchange_id bigint not null references exchange,
  cash_account_id bigint not null references account,
  side text not null check (side in ('BUY', 'SELL')),
  currency text not null,
  trade_date date not null,
  settlement_date date not null,
  quantity bigint not null check (quantity > 0),
  average_price numeric not null,
  consideration_minor bigint not null,
  -- Of a bond: what accrued from its last coupon date to settlement, which the buyer pays.
  accrued_from date,
  accrued_days integer check (accrued_days >= 0),
  accrued_minor bigint not null default 0 check (accrued_minor >= 0),
  charges_minor bigint not null,
  net_minor bigint not null,
  tariff_name text not null,
  tariff_version integer not null,
  journal_id bigint references journal,
  settlement_journal_id bigint references journal,
  settled_at timestamptz,
  -- A note is never changed: a bust or a correction reverses it, and another one may stand in its
  -- place.
  replaces_id bigint references contract_note,
  reversed_at timestamptz,
  reversal_journal_id bigint references journal,
  settlement_reversal_journal_id bigint references journal,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create index contract_note_by_date on contract_note (trade_date, id);
create index contract_note_by_customer on contract_note (customer_id, id);
create index contract_note_by_order on contract_note (order_id);
create index contract_note_unsettled on contract_note (settlement_date, id)
  where settled_at is null and reversed_at is null;
-- One note stands per order and trade date.
create unique index contract_note_stands on contract_note (order_id, trade_date)
  where reversed_at is null;

create table contract_note_charge (
  contract_note_id bigint not null references contract_note,
  line_no smallint not null,
  code text not null,
  on_code text,
  payee text not null,
  ledger_account text not null,
  amount_minor bigint not null,
  primary key (contract_note_id, line_no)
);

-- Contract notes for trades, with their charges and settlement.

create sequence contract_note_id increment by 50;

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
  -- Set if the exchange's settlement date for the fills is later than the calendar's.
  stated_settlement_date date,
  quantity bigint not null check (quantity > 0),
  average_price numeric not null,
  consideration_minor bigint not null,
  -- For a bond, the last interest payment date. The buyer pays the interest from this date until
  -- settlement.
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
  -- The note that this one replaces. A note never changes. A bust or a correction reverses it, and
  -- another note may replace it.
  replaces_id bigint references contract_note,
  reversed_at timestamptz,
  reversal_journal_id bigint references journal,
  settlement_reversal_journal_id bigint references journal,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The agent of the order, the agent's share in percent on the trade date, and the agent's part of
  -- the note's commission. Null: no agent.
  agent_name text references agent (name),
  agent_percent numeric,
  agent_minor bigint,
  -- True if the order's custodian settles the trade itself. The note is then booked as a receivable
  -- from custodians, and settled by the custodian's payment.
  custodian_settles boolean not null default false,
  constraint contract_note_agent_is_whole
    check (num_nulls(agent_name, agent_percent, agent_minor) in (0, 3)),
  constraint contract_note_used_a_tariff
    foreign key (tariff_name, tariff_version) references fee_schedule (name, version_no)
);
select hash_rows_of('contract_note', 'id');
create index contract_note_by_date on contract_note (trade_date, id);
create index contract_note_by_customer on contract_note (customer_id, id);
create index contract_note_by_order on contract_note (order_id);
create index contract_note_unsettled on contract_note (settlement_date, id)
  where settled_at is null and reversed_at is null;
create index contract_note_owed_by_custodian on contract_note (settlement_date, id)
  where settled_at is null and reversed_at is null and custodian_settles;
-- An order has at most one note in force per trade date.
create unique index contract_note_stands on contract_note (order_id, trade_date)
  where reversed_at is null;
create index contract_note_by_agent on contract_note (agent_name, id)
  where agent_name is not null;
create index contract_note_in_time on contract_note (customer_id, created_at, id);

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
select hash_rows_of('contract_note_charge', 'contract_note_id, line_no');

-- An order's fills by trade date. The values always equal the sums over the order's execution
-- reports. They are stored so that the cost of a report does not grow with the number of earlier
-- ones. A correction or a bust belongs to the date of its fill.
create table order_trade_day (
  id bigint generated always as identity primary key,
  order_id bigint not null references trade_order,
  trade_date date not null,
  -- The units of the fills in force, and the sum of price times quantity over these fills.
  quantity bigint not null check (quantity >= 0),
  value numeric not null check (value >= 0 and value <> 'NaN'),
  -- The number of fills in force.
  fills integer not null check (fills >= 0),
  -- The exchange's settlement dates, each with its number of fills.
  stated_settlement jsonb not null default '{}',
  -- True if some reports are not on a contract note yet.
  has_news boolean not null,
  -- The contract note in force. Null if there is none.
  contract_note_id bigint references contract_note,
  unique (order_id, trade_date)
) with (fillfactor = 80);
select hash_rows_of('order_trade_day', 'id');
create index order_trade_day_with_news on order_trade_day (order_id) where has_news;

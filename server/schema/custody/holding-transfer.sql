-- Transfers of units without an order: into a portfolio, out of it, to another portfolio of the
-- firm, or written off. One person enters a transfer, and another approves it.

create sequence holding_transfer_id increment by 50;
create sequence holding_transfer_import_id increment by 50;

-- A file of transfers. It is stored only if all its rows are valid.
create table holding_transfer_import (
  id bigint primary key,
  name text not null unique,
  label text not null,
  -- The SHA-256 of its rows, so that the same file is not imported twice.
  content_hash text not null,
  -- UNDONE: the pending transfers were cancelled.
  state text not null check (state in ('IMPORTED', 'UNDONE')),
  row_count integer not null,
  -- How each header was interpreted.
  columns jsonb not null default '[]',
  -- The offices of the file's portfolios.
  office_ids bigint[] not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('holding_transfer_import', 'id');
create unique index holding_transfer_import_is_read_once on holding_transfer_import (content_hash)
  where state = 'IMPORTED';

create table holding_transfer (
  id bigint primary key,
  name text not null unique,
  -- IN_FREE, OUT_FREE: from or to another firm, free of payment. IN_PAID, OUT_PAID: from or to
  -- another firm, against payment. INTERNAL: to another portfolio of the firm, free or against
  -- payment. DEPOSIT, WITHDRAWAL: a certificate into the depository, or out of it. WRITE_OFF: the
  -- units are lost.
  type text not null check (type in ('IN_FREE', 'OUT_FREE', 'IN_PAID', 'OUT_PAID', 'INTERNAL',
    'DEPOSIT', 'WITHDRAWAL', 'WRITE_OFF')),
  -- Whether every line is delivered against payment.
  is_paid boolean not null,
  portfolio_id bigint not null references portfolio,
  customer_id bigint not null references customer,
  office_id bigint not null references business_office,
  -- The portfolio that receives the units of an INTERNAL transfer.
  to_portfolio_id bigint references portfolio,
  to_customer_id bigint references customer,
  to_office_id bigint references business_office,
  -- The file that contained the transfer, if any.
  import_id bigint references holding_transfer_import,
  -- The date on which the units enter or leave the holding. For a transfer against payment, the
  -- approval date once it is approved.
  effective_date date not null,
  -- The party that delivers or receives the units.
  member_code text,
  account_no text,
  chn text,
  holder text,
  -- The reason for a change of ownership, if the owner changes.
  owner_change text not null default 'NONE'
    check (owner_change in ('NONE', 'GIFT', 'ESTATE', 'COURT_ORDER', 'MERGER')),
  reference text,
  reason text,
  -- The units of a PENDING transfer out are on hold.
  state text not null check (state in ('PENDING', 'SETTLED', 'REJECTED', 'CANCELLED')),
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  version bigint not null default 1,
  creator_kind text not null,
  creator_id bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  check (type not in ('IN_FREE', 'OUT_FREE', 'IN_PAID', 'OUT_PAID')
    or coalesce(member_code, account_no, chn) is not null),
  check (case when type in ('IN_PAID', 'OUT_PAID') then is_paid
    when type <> 'INTERNAL' then not is_paid else true end),
  check ((type = 'INTERNAL') = (to_portfolio_id is not null)
    and (to_portfolio_id is null) = (to_customer_id is null)
    and (to_portfolio_id is null) = (to_office_id is null)
    and to_portfolio_id is distinct from portfolio_id)
);
select hash_rows_of('holding_transfer', 'id');
create index holding_transfer_by_portfolio on holding_transfer (portfolio_id, id);
create index holding_transfer_by_customer on holding_transfer (customer_id, id);
create index holding_transfer_by_receiver on holding_transfer (to_portfolio_id, id)
  where to_portfolio_id is not null;
create index holding_transfer_by_receiving_customer on holding_transfer (to_customer_id, id)
  where to_customer_id is not null;
create index holding_transfer_by_import on holding_transfer (import_id)
  where import_id is not null;
create index holding_transfer_pending on holding_transfer (id) where state = 'PENDING';

-- The transfer of one security.
create table holding_transfer_line (
  id bigint generated always as identity primary key,
  holding_transfer_id bigint not null references holding_transfer,
  number smallint not null,
  security_id bigint not null references security,
  quantity bigint not null check (quantity > 0),
  -- GIVEN: the lots contain the cost. UNKNOWN: the cost of the units is not known. Null for
  -- outgoing units, whose cost is taken from the holding.
  cost_basis text check (cost_basis in ('GIVEN', 'UNKNOWN')),
  -- The amount paid for the units, in the currency of the security. Null if free of payment.
  amount_minor bigint check (amount_minor > 0),
  -- The cash accounts of the portfolio's customer and of the receiving customer. This line is the
  -- source of the payment's journal.
  cash_account_id bigint references account,
  to_cash_account_id bigint references account,
  check (amount_minor is not null or coalesce(cash_account_id, to_cash_account_id) is null),
  unique (holding_transfer_id, number),
  unique (holding_transfer_id, security_id)
);
select hash_rows_of('holding_transfer_line', 'id');

-- The purchases by which incoming units were acquired. Those of an INTERNAL transfer free of
-- payment are stored on approval.
create table holding_transfer_lot (
  holding_transfer_line_id bigint not null references holding_transfer_line,
  number smallint not null,
  quantity bigint not null check (quantity > 0),
  -- Null: the cost of the transferred units is not known.
  cost_minor bigint check (cost_minor >= 0),
  acquired_on date,
  primary key (holding_transfer_line_id, number)
);
select hash_rows_of('holding_transfer_lot', 'holding_transfer_line_id, number');

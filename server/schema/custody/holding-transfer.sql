-- Transfers of units: into a portfolio, out of it, or written off, without a trade. They need two
-- persons.

create sequence holding_transfer_id increment by 50;

create table holding_transfer (
  id bigint primary key,
  name text not null unique,
  -- IN_FREE, OUT_FREE: from or to another firm, free of payment. DEPOSIT, WITHDRAWAL: a certificate
  -- into the depository, or out of it. WRITE_OFF: the units are lost.
  type text not null
    check (type in ('IN_FREE', 'OUT_FREE', 'DEPOSIT', 'WITHDRAWAL', 'WRITE_OFF')),
  portfolio_id bigint not null references portfolio,
  customer_id bigint not null references customer,
  office_id bigint not null references business_office,
  -- The date from which the units are included in the holding, or excluded from it.
  effective_date date not null,
  -- The party that delivers or receives the units.
  member_code text,
  account_no text,
  chn text,
  holder text,
  -- Why the owner changes, if there is a new owner.
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
  check (type not in ('IN_FREE', 'OUT_FREE') or coalesce(member_code, account_no, chn) is not null)
);
select hash_rows_of('holding_transfer', 'id');
create index holding_transfer_by_portfolio on holding_transfer (portfolio_id, id);
create index holding_transfer_by_customer on holding_transfer (customer_id, id);
create index holding_transfer_pending on holding_transfer (id) where state = 'PENDING';

-- A security of a transfer.
create table holding_transfer_line (
  id bigint generated always as identity primary key,
  holding_transfer_id bigint not null references holding_transfer,
  number smallint not null,
  security_id bigint not null references security,
  quantity bigint not null check (quantity > 0),
  -- GIVEN: by the lots. UNKNOWN: the cost of the units is not known. Null for outgoing units, whose
  -- cost is taken from the holding.
  cost_basis text check (cost_basis in ('GIVEN', 'UNKNOWN')),
  unique (holding_transfer_id, number),
  unique (holding_transfer_id, security_id)
);
select hash_rows_of('holding_transfer_line', 'id');

-- The purchases by which incoming units were acquired.
create table holding_transfer_lot (
  holding_transfer_line_id bigint not null references holding_transfer_line,
  number smallint not null,
  quantity bigint not null check (quantity > 0),
  cost_minor bigint not null check (cost_minor >= 0),
  acquired_on date,
  primary key (holding_transfer_line_id, number)
);
select hash_rows_of('holding_transfer_lot', 'holding_transfer_line_id, number');

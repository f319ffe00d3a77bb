-- Customers' portfolios and the securities they hold.

create sequence portfolio_id increment by 50;

create table portfolio (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  office_id bigint not null references business_office,
  customer_id bigint not null references customer,
  currency text not null,
  portfolio_type_name text not null references portfolio_type (name),
  -- The customer's account and clearing-house number at the depository.
  account_no text,
  chn_number text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The recipient of income from the holdings. DIRECT: the registrar pays it to the investor's own
  -- bank account. FIRM: the firm receives it and pays it to the customer's account.
  income_route text not null default 'DIRECT' check (income_route in ('DIRECT', 'FIRM')),
  -- The settlement instructions for orders that have none of their own.
  settlement_instructions text
);
select hash_rows_of('portfolio', 'id');
create index portfolio_by_customer on portfolio (customer_id);

-- The current position, which always equals the one computed from all movements of the holding, in
-- order (holding_movement).
-- Orders read and lock this row.
create table holding (
  portfolio_id bigint not null references portfolio,
  security_id bigint not null references security,
  -- A negative quantity, after a late fill or a bust, is a short position that the firm must cover.
  quantity bigint not null default 0,
  -- Units reserved for sell orders that have not been filled yet.
  held_quantity bigint not null default 0 check (held_quantity >= 0),
  cost_minor bigint not null default 0,
  realised_gain_minor bigint not null default 0,
  -- The last date with a movement, and the last date with a sale. The day_start columns are the
  -- position before moved_on. After a late movement of that date, the position is computed again
  -- from there, without reading older movements.
  moved_on date,
  sold_on date,
  day_start_quantity bigint not null default 0,
  day_start_cost_minor bigint not null default 0,
  day_start_gain_minor bigint not null default 0,
  -- Units that corporate actions have added and the depository has not credited yet. They are part
  -- of the holding but cannot be sold. They exceed the quantity if some have left the holding
  -- before their delivery, such as rights that were taken up.
  pending_quantity bigint not null default 0,
  primary key (portfolio_id, security_id)
) with (fillfactor = 70);
select hash_rows_of('holding', 'portfolio_id, security_id');
create index holding_by_security on holding (security_id, portfolio_id);

-- Units on hold for a record other than an order, such as an election. Like cash_hold, but for
-- units. `holding.held_quantity` includes them.
create table holding_hold (
  portfolio_id bigint not null,
  security_id bigint not null,
  source_type text not null check (source_type in ('ELECTION', 'TRANSFER')),
  source_id bigint not null,
  quantity bigint not null check (quantity > 0),
  primary key (source_type, source_id, portfolio_id, security_id),
  foreign key (portfolio_id, security_id) references holding
);
select hash_rows_of('holding_hold', 'source_type, source_id, portfolio_id, security_id');
create index holding_hold_by_holding on holding_hold (portfolio_id, security_id);

-- Settlements with the custodians of funds: what an office pays to a fund for the units that its
-- customers bought, or receives for those that they redeemed, between the fund's control account
-- and the clients' bank.

create sequence fund_settlement_id increment by 50;

create table fund_settlement (
  id bigint primary key,
  name text not null unique,
  label text not null,
  office_id bigint not null references business_office,
  fund_id bigint not null references fund,
  direction text not null check (direction in ('PAYMENT', 'RECEIPT')),
  amount_minor bigint not null check (amount_minor > 0),
  -- The bank's or the custodian's own name of the transfer.
  reference text,
  status text not null check (status in ('PENDING', 'POSTED', 'REJECTED')),
  settled_on date,
  journal_id bigint,
  creator_kind text not null,
  creator_id bigint not null,
  decided_by text,
  decided_at timestamptz,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint fund_settlement_is_booked_when_posted check (
    (status = 'POSTED') = (journal_id is not null)
    and (status = 'POSTED') = (settled_on is not null)
    and (status = 'PENDING') = (decided_by is null))
);
create index fund_settlement_by_fund on fund_settlement (fund_id, id);

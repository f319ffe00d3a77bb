-- Settlements with funds' custodians. An office pays a fund for units that its customers bought,
-- and is paid for units that they redeemed.

create sequence fund_settlement_id increment by 50;

create table fund_settlement (
  id bigint primary key,
  name text not null unique,
  label text not null,
  office_id bigint not null references business_office,
  fund_id bigint not null references fund,
  direction text not null check (direction in ('PAYMENT', 'RECEIPT')),
  amount_minor bigint not null check (amount_minor > 0),
  -- The bank's or custodian's reference for the transfer.
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
  decision_reason text,
  constraint fund_settlement_is_booked_when_posted check (
    (status = 'POSTED') = (journal_id is not null)
    and (status = 'POSTED') = (settled_on is not null)
    and (status = 'PENDING') = (decided_by is null))
);
select hash_rows_of('fund_settlement', 'id');
create index fund_settlement_by_fund on fund_settlement (fund_id, id);
create trigger fund_settlement_is_audited after update on fund_settlement for each row
  execute function note_change('*');

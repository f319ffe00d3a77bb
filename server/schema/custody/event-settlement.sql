-- Money that the firm receives from and pays to registrars, and how it is used.

create sequence event_settlement_id increment by 50;

-- Money received from a registrar, or paid to a registrar or receiving agent, with four-eyes
-- approval. An ADVANCE moves no money. It allows the firm to pay this much before the registrar
-- does.
create table event_settlement (
  id bigint primary key,
  name text not null unique,
  corporate_action_id bigint not null references corporate_action,
  -- The office whose holders the money is for, and the office whose bank account was used.
  office_id bigint not null references business_office,
  bank_office_id bigint not null references business_office,
  direction text not null check (direction in ('RECEIPT', 'PAYMENT', 'ADVANCE')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- The value date at the bank.
  value_date date not null,
  reference text,
  state text not null check (state in ('PENDING', 'POSTED', 'REJECTED')),
  journal_id bigint,
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  creator_kind text not null,
  creator_id bigint not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('event_settlement', 'id');
create index event_settlement_by_event on event_settlement (corporate_action_id, id);
create index event_settlement_pending on event_settlement (id) where state = 'PENDING';

-- An event's money at an office: received from the registrar (less payments to it), paid on to
-- customers, and written off as rounding. received - paid - rounding is the event's part of
-- CA:CONTROL's balance.
create table event_funding (
  corporate_action_id bigint not null references corporate_action,
  office_id bigint not null references business_office,
  currency text not null,
  received_minor bigint not null default 0,
  paid_minor bigint not null default 0,
  rounding_minor bigint not null default 0,
  -- Paid to customers from the firm's own money and not yet repaid. This is the event's part of
  -- CA:ADVANCED.
  advanced_minor bigint not null default 0 check (advanced_minor >= 0),
  -- The maximum that the firm may have advanced, as set by approved settlements. Each repayment
  -- reduces it.
  advance_limit_minor bigint not null default 0 check (advance_limit_minor >= 0),
  -- The last business date on which an outbox event reported a shortage of money.
  underfunded_on date,
  primary key (corporate_action_id, office_id, currency)
);
select hash_rows_of('event_funding', 'corporate_action_id, office_id, currency');

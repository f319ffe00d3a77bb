-- Money between the firm and registrars, and what it was used for.

create sequence event_settlement_id increment by 50;

-- Money received from a registrar, or paid to a receiving agent. Two persons.
create table event_settlement (
  id bigint primary key,
  name text not null unique,
  corporate_action_id bigint not null references corporate_action,
  office_id bigint not null references business_office,
  direction text not null check (direction in ('RECEIPT', 'PAYMENT')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  value_date date not null,
  reference text,
  state text not null check (state in ('PENDING', 'POSTED', 'REJECTED', 'REVERSED')),
  journal_id bigint,
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('event_settlement', 'id');
create index event_settlement_by_event on event_settlement (corporate_action_id, id);
create index event_settlement_pending on event_settlement (id) where state = 'PENDING';

-- Money of an event at an office: received from the registrar, paid on to customers, and written
-- off as rounding. received - paid - rounding is its part of CA:CONTROL.
create table event_funding (
  corporate_action_id bigint not null references corporate_action,
  office_id bigint not null references business_office,
  currency text not null,
  received_minor bigint not null default 0,
  paid_minor bigint not null default 0,
  rounding_minor bigint not null default 0,
  advanced_minor bigint not null default 0,
  primary key (corporate_action_id, office_id, currency)
);
select hash_rows_of('event_funding', 'corporate_action_id, office_id, currency');

-- Customers' instructions on events with a choice.

create sequence election_id increment by 50;

create table election (
  id bigint primary key,
  corporate_action_id bigint not null references corporate_action,
  option_number smallint not null,
  portfolio_id bigint not null references portfolio,
  customer_id bigint not null references customer,
  office_id bigint not null references business_office,
  state text not null check (state in ('SUBMITTED', 'CANCELLED', 'INSTRUCTED', 'SETTLED',
    'PART_SETTLED', 'LAPSED')),
  quantity bigint not null check (quantity >= 0),
  -- Units applied for beyond the entitlement.
  additional_quantity bigint not null default 0 check (additional_quantity >= 0),
  -- The cash on hold for it, and the cash that left on the instruction.
  held_minor bigint not null default 0,
  paid_minor bigint not null default 0,
  currency text not null,
  allotted_quantity bigint check (allotted_quantity >= 0),
  refunded_minor bigint not null default 0,
  journal_id bigint,
  allotment_journal_id bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  foreign key (corporate_action_id, option_number) references corporate_action_option,
  check (quantity + additional_quantity > 0)
);
select hash_rows_of('election', 'id');
create unique index election_in_force on election (corporate_action_id, portfolio_id, option_number)
  where state <> 'CANCELLED';
create index election_by_customer on election (customer_id, id);

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
  -- Units applied for in excess of the entitlement.
  additional_quantity bigint not null default 0 check (additional_quantity >= 0),
  -- The cash on hold for the election, and the cash debited when the instruction was sent.
  held_minor bigint not null default 0,
  paid_minor bigint not null default 0,
  currency text not null,
  allotted_quantity bigint check (allotted_quantity >= 0),
  refunded_minor bigint not null default 0,
  journal_id bigint,
  allotment_journal_id bigint,
  -- The journal that refunded the money because the event was cancelled after the take-up.
  reversal_journal_id bigint,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The election as requested, before it is limited to the available units.
  elected_quantity bigint not null,
  -- The units received through a take-up, and the part that the depository has not credited yet.
  new_units bigint not null default 0,
  new_security_id bigint references security,
  pending_units bigint not null default 0,
  delivered_on date,
  deliveries integer not null default 0,
  -- The cash account of the customer to debit. Null if the option costs nothing.
  cash_account_id bigint references account,
  instructed_at timestamptz,
  -- True if the program created the election because rights without an instruction lapsed.
  is_default_lapse boolean not null default false,
  foreign key (corporate_action_id, option_number) references corporate_action_option,
  check (elected_quantity + additional_quantity > 0)
);
select hash_rows_of('election', 'id');
-- A new submission replaces the pending election. If the deadline is extended, a second election is
-- possible after the one already sent.
create unique index election_in_force on election (corporate_action_id, portfolio_id, option_number)
  where state = 'SUBMITTED';
create index election_by_event on election (corporate_action_id, id);
create index election_waiting on election (id) where state in ('SUBMITTED', 'INSTRUCTED');
create index election_pending on election (corporate_action_id, id) where pending_units <> 0;
create index election_by_customer on election (customer_id, id);

create sequence election_allotment_id increment by 50;

-- The registrar's allotment for the elections on an event, entered by one person and approved by
-- another.
create table election_allotment (
  id bigint primary key,
  corporate_action_id bigint not null references corporate_action,
  label text not null,
  state text not null check (state in ('PENDING', 'APPROVED', 'REJECTED')),
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
select hash_rows_of('election_allotment', 'id');
create index election_allotment_by_event on election_allotment (corporate_action_id, id);
create index election_allotment_pending on election_allotment (id) where state = 'PENDING';

-- Units in excess of the rights, or tendered units, allotted to an election.
create table election_allotment_row (
  allotment_id bigint not null references election_allotment,
  election_id bigint not null references election,
  quantity bigint not null check (quantity >= 0),
  primary key (allotment_id, election_id)
);
select hash_rows_of('election_allotment_row', 'allotment_id, election_id');

-- Reminders to holders without an election, sent a number of business days before the deadline.
create table election_reminder (
  id bigint generated always as identity primary key,
  corporate_action_id bigint not null references corporate_action,
  portfolio_id bigint not null references portfolio,
  customer_id bigint not null references customer,
  office_id bigint not null references business_office,
  -- The units that could be elected when the reminder was created.
  quantity bigint not null check (quantity > 0),
  deadline timestamptz not null,
  business_days_left smallint not null,
  reminded_on date not null,
  constraint election_is_reminded_once
    unique (corporate_action_id, portfolio_id, deadline, business_days_left)
);
select hash_rows_of('election_reminder', 'id');

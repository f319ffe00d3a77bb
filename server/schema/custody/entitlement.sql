-- A portfolio's entitlement under one option of a corporate action.

create sequence entitlement_id increment by 50;

-- One row per event, portfolio, option and revision. Only the state, the payment and its journal
-- change. A revision replaces the one before it, and only the difference from the amount already
-- paid is settled.
create table entitlement (
  id bigint primary key,
  -- References the event through the option below, because a second foreign key would slow down the
  -- insert of every row.
  corporate_action_id bigint not null,
  option_number smallint not null,
  portfolio_id bigint not null references portfolio,
  revision integer not null check (revision > 0),
  -- The portfolio's customer and office. They need no foreign keys, because the portfolio has them.
  customer_id bigint not null,
  office_id bigint not null,
  -- PROVISIONAL: the event is announced. CLAIM: the portfolio is short and owes the amount.
  state text not null check (state in ('PROVISIONAL', 'DUE', 'PAID', 'CLAIM', 'SUPERSEDED',
    'CANCELLED', 'NOTHING_DUE', 'DEFAULTED')),
  -- The version of the event's terms that was used.
  terms_version integer not null,
  eligible_quantity bigint not null,
  -- The cost of these units before the ex-date, or 0 if the event does not depend on it.
  cost_before_minor bigint not null default 0,
  currency text not null,
  gross_minor bigint not null default 0 check (gross_minor >= 0),
  tax_minor bigint not null default 0,
  withheld_minor bigint not null default 0,
  tax_reclaim_minor bigint not null default 0,
  net_minor bigint not null default 0,
  -- New units, their security, and the exact fraction of a unit that is not credited.
  new_units bigint not null default 0,
  new_security_id bigint references security,
  fraction numeric not null default 0,
  cash_in_lieu_minor bigint not null default 0,
  -- Units of the event's security that are removed.
  old_units bigint not null default 0,
  -- Cost that moves to the new security, and gain that the event realises.
  cost_moved_minor bigint not null default 0,
  gain_minor bigint not null default 0,
  route text not null check (route in ('DIRECT', 'FIRM')),
  -- The business date of the payment, and the amount that this revision's journals paid to the
  -- customer's account. The sum over all revisions is the total received by the customer.
  paid_on date,
  paid_minor bigint not null default 0,
  journal_id bigint,
  -- When the movements of the entitlement were stored.
  moved_at timestamptz,
  -- When the new units became deliverable.
  delivered_on date,
  -- The reason why the entitlement is due but not paid, such as NO_ACCOUNT.
  reason text,
  -- When the row was stored, by the database's clock, as in all tables that can be read as of a
  -- moment.
  recorded_at timestamptz not null,
  -- The part of the net amount that is paid in new units.
  reinvested_minor bigint not null default 0,
  -- The tax that the firm withheld in this revision's journals, counted like paid_minor.
  paid_tax_minor bigint not null default 0,
  -- True if the firm paid the entitlement before it received the registrar's money.
  advanced boolean not null default false,
  -- When the payment was reversed without a later revision, and the journal that reversed it.
  reversed_on date,
  reversal_journal_id bigint,
  -- The part of the gross amount that is proceeds rather than income.
  principal_minor bigint not null default 0,
  -- The cost of the units exchanged for cash, and the cost of the fraction paid in cash.
  cost_out_minor bigint not null default 0,
  fraction_cost_minor bigint not null default 0,
  -- The date of the movements. Null if there are none or the date is not known yet.
  effective_date date,
  -- New units that the depository has not credited yet.
  pending_units bigint not null default 0,
  -- The earliest of the ex-date, the payment date and the movement date, as known when the
  -- entitlement was computed.
  counted_from date,
  -- State changes caused by a later revision, by the event's end or by its confirmation: when each
  -- happened, the state before it, and when the last one happened. Payments are not included.
  state_times timestamptz[] not null default '{}',
  states_before text[] not null default '{}',
  changed_at timestamptz generated always as (state_times[cardinality(state_times)]) stored,
  constraint entitlement_changed_from_states
    check (cardinality(state_times) = cardinality(states_before)),
  unique (corporate_action_id, portfolio_id, option_number, revision),
  foreign key (corporate_action_id, option_number) references corporate_action_option
);
select hash_rows_of('entitlement', 'id');
create unique index entitlement_in_force on entitlement
  (corporate_action_id, portfolio_id, option_number)
  where state not in ('SUPERSEDED', 'CANCELLED');
create index entitlement_due on entitlement (corporate_action_id, id) where state = 'DUE';
-- Rows are stored roughly in time order, so a BRIN index is enough, as for journal_by_recording.
create index entitlement_by_recording on entitlement using brin (recorded_at)
  with (pages_per_range = 32, autosummarize = on);
create index entitlement_by_change on entitlement (changed_at) where changed_at is not null;
create index entitlement_by_customer on entitlement (customer_id, id);
create index entitlement_by_portfolio on entitlement (portfolio_id, id);
-- Entitlements whose units are moved later than they are computed.
create index entitlement_to_move on entitlement (corporate_action_id, id)
  where moved_at is null and effective_date is not null
    and state not in ('SUPERSEDED', 'CANCELLED');
-- Entitlements with units that the depository has not credited.
create index entitlement_pending on entitlement (corporate_action_id, id)
  where pending_units <> 0 and moved_at is not null
    and state not in ('SUPERSEDED', 'CANCELLED');

create sequence event_delivery_id increment by 50;

-- The confirmation that the depository has credited an event's new units. A second person approves
-- it.
create table event_delivery (
  id bigint primary key,
  corporate_action_id bigint not null references corporate_action,
  -- The date from which the units can be sold.
  delivery_date date not null,
  state text not null check (state in ('PENDING', 'APPROVED', 'REJECTED', 'DELIVERED')),
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  version bigint not null default 1,
  creator_kind text not null,
  creator_id bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('event_delivery', 'id');
create unique index event_delivery_is_decided_first on event_delivery (corporate_action_id)
  where state in ('PENDING', 'APPROVED');
create index event_delivery_by_event on event_delivery (corporate_action_id, id);
-- Superseded revisions that have been paid and may have to be reversed.
create index entitlement_to_take_back on entitlement
  (corporate_action_id, portfolio_id, option_number)
  where state not in ('DUE', 'PAID') and (paid_minor <> 0 or paid_tax_minor <> 0);
-- Used to list income by payment date.
create index entitlement_paid on entitlement (customer_id, paid_on) where paid_on is not null;

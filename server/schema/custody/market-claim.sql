-- Income from an event that was paid to one party although another is entitled to it.

create sequence market_claim_id increment by 50;

create table market_claim (
  id bigint primary key,
  name text not null unique,
  corporate_action_id bigint not null references corporate_action,
  portfolio_id bigint references portfolio,
  customer_id bigint references customer,
  office_id bigint not null references business_office,
  kind text not null check (kind in ('CUM_EX', 'SHORT', 'TAX_RECLAIM', 'REGISTRAR_DIFFERENCE')),
  -- PAYABLE: the customer received income that belongs to another party. RECEIVABLE: the reverse.
  direction text not null check (direction in ('PAYABLE', 'RECEIVABLE')),
  -- The trade that settled on the wrong side of the record date.
  order_id bigint references trade_order,
  trade_date date,
  quantity bigint not null default 0,
  -- The units of the trade that were flagged cum or ex, contrary to the trade date.
  cum_quantity bigint not null default 0,
  ex_quantity bigint not null default 0,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null check (state in ('OPEN', 'SETTLING', 'WAIVING', 'SETTLED', 'WAIVED',
    'CANCELLED')),
  reason text,
  -- The journal of the settlement. For a SHORT claim after a payment, it is the journal that took
  -- the account below zero, and settling the claim posts no other journal.
  journal_id bigint,
  -- The user who requested the settlement or the waiver. Another person decides.
  asked_by text,
  asked_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  asked_kind text,
  asked_id bigint,
  decision_reason text,
  -- The cause of a claim without a trade: a short position or excess withholding tax (with the
  -- entitlement), or a row of a registrar's list.
  entitlement_id bigint references entitlement,
  registrar_file_id bigint,
  -- False if settling posts no journal, because the customer's entitlement already includes the
  -- amount or the journal was posted before.
  books boolean not null default true
);
select hash_rows_of('market_claim', 'id');
create unique index market_claim_of_trade_is_made_once
  on market_claim (corporate_action_id, order_id, trade_date)
  where order_id is not null and state <> 'CANCELLED';
create index market_claim_by_event on market_claim (corporate_action_id, id);
create index market_claim_open on market_claim (id)
  where state not in ('SETTLED', 'WAIVED', 'CANCELLED');
create index market_claim_of_entitlement on market_claim (corporate_action_id, portfolio_id)
  where entitlement_id is not null;
create index market_claim_of_registrar_file on market_claim (registrar_file_id)
  where registrar_file_id is not null;

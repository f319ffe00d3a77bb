-- CRM: indexes of timelines over messages and over what customers did, and imports of leads.

create index message_transport_in_time on message_transport
  (recipient_kind, recipient_id, created_at, id);
create index message_in_time on message (related_to, related_to_id, created_at, id);
create index cash_transaction_in_time on cash_transaction (customer_id, created_at, id)
  where state in ('POSTED', 'REVERSED');
create index contract_note_in_time on contract_note (customer_id, created_at, id);
create index term_instrument_in_time on term_instrument (customer_id, created_at, id);
create index discounted_instrument_in_time on discounted_instrument (customer_id, created_at, id);
create index fund_transaction_in_time on fund_transaction (customer_id, created_at, id);

create sequence lead_import_id increment by 50;

create table lead_import (
  id bigint primary key,
  -- PREVIEWED: judged, and nothing captured yet.
  state text not null constraint lead_import_state_known check (state in
    ('PREVIEWED', 'COMMITTED', 'UNDONE')),
  office_id bigint not null references business_office,
  label text not null,
  -- Of the rows as they came, so that the same file is recognised.
  fingerprint text not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create index lead_import_by_office on lead_import (office_id, id);
create index lead_import_by_fingerprint on lead_import (fingerprint, id);

create table lead_import_row (
  id bigint generated always as identity primary key,
  import_id bigint not null references lead_import,
  row_no integer not null,
  -- The row as it came, without its identifier, which is sealed.
  cells jsonb not null,
  identifier text,
  verdict text not null constraint lead_import_verdict_known check (verdict in
    ('ACCEPTED', 'DUPLICATE', 'REFUSED')),
  -- Why it is refused: a code, the member, and words.
  code text,
  member text,
  detail text,
  -- [{"kind": "LEAD", "id": 5, "matchedOn": ["PHONE"]}]
  matches jsonb not null,
  -- What became of it.
  outcome text constraint lead_import_outcome_known check (outcome in
    ('CAPTURED', 'SKIPPED', 'UNDONE', 'KEPT')),
  lead_id bigint references lead,
  unique (import_id, row_no),
  constraint row_is_judged check ((verdict = 'REFUSED') = (code is not null)),
  constraint captured_has_its_lead check
    ((coalesce(outcome, 'SKIPPED') <> 'SKIPPED') = (lead_id is not null))
);
create index lead_import_row_by_lead on lead_import_row (lead_id);

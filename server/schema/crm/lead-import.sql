-- Lead imports, with their rows.

create sequence lead_import_id increment by 50;

create table lead_import (
  id bigint primary key,
  -- PREVIEWED: the rows have been checked, but no lead has been captured yet.
  state text not null constraint lead_import_state_known check (state in
    ('PREVIEWED', 'COMMITTED', 'UNDONE')),
  office_id bigint not null references business_office,
  label text not null,
  -- A hash of the received rows, which identifies a repeated file.
  fingerprint text not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- [{header, member}] in file order. A column without a member is not read. Empty for JSON rows.
  columns jsonb not null default '[]'
);
create index lead_import_by_office on lead_import (office_id, id);
create index lead_import_by_fingerprint on lead_import (fingerprint, id);

create table lead_import_row (
  id bigint generated always as identity primary key,
  import_id bigint not null references lead_import,
  row_no integer not null,
  -- The row as received, without its identifier, which is stored encrypted.
  cells jsonb not null,
  identifier text,
  verdict text not null constraint lead_import_verdict_known check (verdict in
    ('ACCEPTED', 'DUPLICATE', 'REFUSED')),
  -- The reason why the row was refused: a code, the field and a sentence.
  code text,
  member text,
  detail text,
  -- Duplicates, for example [{"kind": "LEAD", "id": 5, "matchedOn": ["PHONE"]}].
  matches jsonb not null,
  -- The outcome of the row.
  outcome text constraint lead_import_outcome_known check (outcome in
    ('CAPTURED', 'SKIPPED', 'UNDONE', 'KEPT')),
  lead_id bigint references lead,
  unique (import_id, row_no),
  constraint row_is_judged check ((verdict = 'REFUSED') = (code is not null)),
  constraint captured_has_its_lead check
    ((coalesce(outcome, 'SKIPPED') <> 'SKIPPED') = (lead_id is not null))
);
create index lead_import_row_by_lead on lead_import_row (lead_id);

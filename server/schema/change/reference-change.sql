-- Changes to reference data with four-eyes approval, and the versions that they created.

create sequence reference_change_id increment by 50;

create table reference_change (
  id bigint primary key,
  kind text not null,
  -- The business key of the record within its kind.
  subject text not null,
  state text not null check (state in ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  -- The version in force when the change was proposed, or 0 if there was none.
  base_version integer not null,
  -- The version that the approved change created.
  applied_version integer,
  -- The record before and after the change, in the API's format.
  before jsonb,
  after jsonb not null,
  reason text,
  effective_note text,
  record_id bigint,
  record_name text,
  decision_reason text,
  decided_by text,
  decided_at timestamptz,
  creator_kind text not null,
  creator_id bigint not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint applied_when_approved check ((state = 'APPROVED') = (applied_version is not null)),
  constraint decided_when_not_pending check ((state = 'PENDING') = (decided_by is null))
);
select hash_rows_of('reference_change', 'id');
create index reference_change_by_subject on reference_change (kind, subject, id);
create index reference_change_pending on reference_change (id) where state = 'PENDING';

create table reference_version (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  version_no integer not null check (version_no > 0),
  body jsonb not null,
  -- Null for a version that is shipped with the program.
  change_id bigint references reference_change,
  made_by text not null,
  made_at timestamptz not null,
  approved_by text not null,
  approved_at timestamptz not null,
  unique (kind, subject, version_no)
);
select hash_rows_of('reference_version', 'id');
create trigger reference_version_is_kept before update or delete on reference_version
  for each row execute function refuse_change();
create trigger reference_version_is_never_emptied before truncate on reference_version
  for each statement execute function refuse_change();

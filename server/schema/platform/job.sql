-- Jobs: work that an operation queues in its transaction, and that any node does later.

create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  -- A key is unique within its kind for as long as the row exists.
  key text,
  data jsonb not null,
  state text not null default 'QUEUED',
  attempts integer not null default 0,
  attempts_most integer not null,
  -- Incremented by every claim. A node must pass the run number to end a run, so that a node with
  -- an expired lease changes nothing.
  run integer not null default 0,
  not_before timestamptz not null default clock_timestamp(),
  lease_until timestamptz,
  node text,
  last_error text,
  request_id text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint job_state check (state in ('QUEUED', 'RUNNING', 'DONE', 'DEAD')),
  constraint job_attempts check (attempts >= 0 and attempts_most > 0),
  constraint job_lease check ((state = 'RUNNING') = (lease_until is not null)),
  constraint job_finished check ((state in ('DONE', 'DEAD')) = (finished_at is not null))
);
create unique index job_by_key on job (kind, key) where key is not null;
create index job_queued on job (kind, not_before, id) where state = 'QUEUED';
create index job_running on job (lease_until) where state = 'RUNNING';
create index job_dead on job (id) where state = 'DEAD';
create index job_finished_by_age on job (finished_at) where state in ('DONE', 'DEAD');

-- The end of a day: who asked for it, the days that it closed, and each step with how far it is.

create table end_of_day_run (
  id bigint generated always as identity primary key,
  -- The business date to arrive at.
  until_date date not null,
  state text not null check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  -- The job that does it, on whichever node has room; null where who asked does it at once.
  job_id bigint,
  asked_by text not null,
  request_id text not null,
  error text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint end_of_day_run_ends_at_a_time
    check ((state in ('DONE', 'FAILED')) = (finished_at is not null)),
  constraint end_of_day_run_fails_with_a_reason check ((state = 'FAILED') = (error is not null))
);
create unique index end_of_day_run_is_alone on end_of_day_run ((true))
  where state in ('QUEUED', 'RUNNING');

create table end_of_day (
  closing_date date primary key,
  next_date date not null,
  -- The run that took it last.
  run_id bigint not null references end_of_day_run,
  -- Grows with each take-over: what a former runner still tries to commit is refused.
  fence integer not null default 1,
  started_at timestamptz not null default clock_timestamp(),
  -- Set with the move of the business date.
  finished_at timestamptz
);
create index end_of_day_by_run on end_of_day (run_id, closing_date);

-- Its records are counted in the transactions that made them. It is DONE when it has found nothing
-- left, which is marked after all of its work: the mark can be missing, but never early.
create table end_of_day_step (
  closing_date date not null references end_of_day,
  step text not null,
  position integer not null,
  state text not null default 'PENDING'
    check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
  records bigint not null default 0,
  -- An estimate of all there is to do; null where the step makes none.
  expected_records bigint,
  -- How many records were there when the present attempt began.
  begun_records bigint not null default 0,
  error text,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (closing_date, step)
) with (fillfactor = 50);

-- The end of day: its runs, the days that they close, and the progress of each step.

create table end_of_day_run (
  id bigint generated always as identity primary key,
  -- The business date at which the run ends.
  until_date date not null,
  state text not null check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  -- The job that performs the run on any free node. Null if the caller's request performs it.
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
select hash_rows_of('end_of_day_run', 'id');
create unique index end_of_day_run_is_alone on end_of_day_run ((true))
  where state in ('QUEUED', 'RUNNING');

create table end_of_day (
  closing_date date primary key,
  next_date date not null,
  -- The last run that closed this day or tried to.
  run_id bigint not null references end_of_day_run,
  -- Incremented whenever another runner takes over, so that commits by the previous runner are
  -- refused.
  fence integer not null default 1,
  started_at timestamptz not null default clock_timestamp(),
  -- Set in the transaction that moves the business date.
  finished_at timestamptz
);
select hash_rows_of('end_of_day', 'closing_date');
create index end_of_day_by_run on end_of_day (run_id, closing_date);

-- Records are counted in the transactions that write them. A step is marked DONE only after all of
-- its work is committed. A crash can lose the mark, but the mark is never set too early.
create table end_of_day_step (
  closing_date date not null references end_of_day,
  step text not null,
  position integer not null,
  state text not null default 'PENDING'
    check (state in ('PENDING', 'RUNNING', 'DONE', 'FAILED')),
  records bigint not null default 0,
  -- The estimated number of records. Null if the step provides no estimate.
  expected_records bigint,
  -- The value of `records` when the current attempt began.
  begun_records bigint not null default 0,
  error text,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (closing_date, step)
) with (fillfactor = 50);
select hash_rows_of('end_of_day_step', 'closing_date, step');

-- Demonstration data: which steps have been filled, so that each is filled once.

create table demo_step (
  name text primary key,
  filled_at timestamptz not null
);

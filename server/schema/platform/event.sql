-- Events recorded by operations in their transactions, and the order in which readers receive them.

create table outbox_event (
  id bigint generated always as identity primary key,
  type text not null,
  subject_id bigint not null,
  office_id bigint,
  data jsonb not null,
  request_id text,
  transaction_id xid8 not null default pg_current_xact_id(),
  recorded_at timestamptz not null default clock_timestamp()
);
create index outbox_event_by_transaction on outbox_event (transaction_id, id);

create table event_position (
  position bigint primary key,
  event_id bigint not null unique references outbox_event
);

-- The progress of the numbering, in one row. Only the node that locks it assigns numbers. Events
-- from transactions before settled_from are numbered. Those from transactions before settled_to are
-- being numbered in the order of their ids, and last_id is the last one numbered.
create table event_sequence (
  only_row boolean primary key default true check (only_row),
  settled_from xid8 not null default '0',
  settled_to xid8 not null default '0',
  last_id bigint not null default 0,
  last_position bigint not null default 0
);
insert into event_sequence default values;

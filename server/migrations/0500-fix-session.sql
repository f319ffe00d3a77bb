-- FIX sessions: both sequence numbers, the owner's fencing number, and every message ever exchanged.

create table fix_session (
  id                integer generated always as identity primary key,
  begin_string      text        not null,
  sender_comp_id    text        not null,
  target_comp_id    text        not null,
  qualifier         text        not null default '',
  next_out_seq_num  integer     not null default 1 check (next_out_seq_num > 0),
  next_in_seq_num   integer     not null default 1 check (next_in_seq_num > 0),
  -- Counts how often both numbers began again at 1; numbers are unique within a roll.
  roll              integer     not null default 1,
  rolled_at         timestamptz not null,
  -- Grows with every take-over; a node that was overtaken cannot write any more.
  fence             bigint      not null default 0,
  owner             text,
  phase             text        not null default 'ended'
                    check (phase in ('awaiting-logon', 'logon-sent', 'active', 'logout-sent', 'ended')),
  -- The first missing inbound number while a gap is open.
  gap_from          integer,
  last_in_at        timestamptz,
  last_out_at       timestamptz,
  unique (begin_string, sender_comp_id, target_comp_id, qualifier)
);

create table fix_message (
  id          bigint      generated always as identity primary key,
  session_id  integer     not null references fix_session,
  roll        integer     not null,
  direction   text        not null check (direction in ('IN', 'OUT')),
  -- Null when an inbound message carried no readable number.
  seq_num     integer,
  msg_type    text        not null,
  cl_ord_id   text,
  raw         bytea       not null,
  at          timestamptz not null
);

create unique index fix_message_sent on fix_message (session_id, roll, seq_num)
  where direction = 'OUT';
create index fix_message_by_session on fix_message (session_id, id);
create index fix_message_by_order on fix_message (cl_ord_id, id) where cl_ord_id is not null;

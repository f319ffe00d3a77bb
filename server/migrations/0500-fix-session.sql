-- FIX sessions: both sequence numbers, the owner's fencing number, and every message ever
-- exchanged.

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
                    check (phase in (
                      'awaiting-logon', 'logon-sent', 'active', 'logout-sent', 'ended')),
  -- The first missing inbound number while a gap is open.
  gap_from          integer,
  last_in_at        timestamptz,
  last_out_at       timestamptz,
  -- What both sides agreed on at the last logon.
  heart_bt_int_seconds integer,
  -- An operator logged the session out; it stays so, on every node, until one logs it on.
  held              boolean     not null default false,
  -- An operator reset the numbers; the next logon of an initiator says so by ResetSeqNumFlag.
  reset_due         boolean     not null default false,
  unique (begin_string, sender_comp_id, target_comp_id, qualifier)
);

-- Resets of both numbers: asked for by one person with a reason, decided by another.
create sequence fix_session_reset_id increment by 50;
create table fix_session_reset (
  id                bigint      primary key,
  session_id        integer     not null references fix_session,
  state             text        not null check (state in ('PENDING', 'DONE', 'REJECTED')),
  reason            text        not null,
  -- The numbers when the reset was done.
  next_out_seq_num  integer,
  next_in_seq_num   integer,
  asked_by_kind     text        not null,
  asked_by_id       bigint      not null,
  asked_by          text        not null,
  asked_at          timestamptz not null,
  decided_by_kind   text,
  decided_by_id     bigint,
  decided_by        text,
  decided_at        timestamptz,
  check (state = 'PENDING' or decided_at is not null)
);

create unique index fix_session_reset_pending on fix_session_reset (session_id)
  where state = 'PENDING';

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
-- For the removal of old ones; times grow with the table, so a few pages of index are enough.
create index fix_message_by_age on fix_message using brin (at);
create index fix_message_by_order on fix_message (cl_ord_id, id) where cl_ord_id is not null;

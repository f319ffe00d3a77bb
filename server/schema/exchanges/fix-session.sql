-- FIX sessions: both sequence numbers, the owner's fencing number, resets, all messages, and which
-- received messages are booked.

-- Resets of both numbers, requested by one person with a reason and decided by another.
create sequence fix_session_reset_id increment by 50;

create table fix_session (
  id                integer generated always as identity primary key,
  begin_string      text        not null,
  sender_comp_id    text        not null,
  target_comp_id    text        not null,
  qualifier         text        not null default '',
  next_out_seq_num  integer     not null default 1 check (next_out_seq_num > 0),
  next_in_seq_num   integer     not null default 1 check (next_in_seq_num > 0),
  -- Incremented when both numbers restart at 1. Numbers are unique within a roll.
  roll              integer     not null default 1,
  rolled_at         timestamptz not null,
  -- Incremented by every take-over, so that the former owner can no longer write.
  fence             bigint      not null default 0,
  owner             text,
  phase             text        not null default 'ended'
                    check (phase in (
                      'awaiting-logon', 'logon-sent', 'active', 'logout-sent', 'ended')),
  -- The first missing inbound number while a gap is open.
  gap_from          integer,
  last_in_at        timestamptz,
  last_out_at       timestamptz,
  -- The heartbeat interval agreed at the last logon.
  heart_bt_int_seconds integer,
  -- True if an operator logged the session out. It stays logged out on all nodes until an operator
  -- logs it on.
  held              boolean     not null default false,
  -- True if an operator reset the numbers. The next logon of an initiator carries ResetSeqNumFlag.
  reset_due         boolean     not null default false,
  unique (begin_string, sender_comp_id, target_comp_id, qualifier)
);

-- The owner of a session, and how long it may send without renewing the lease.
create table fix_session_lease (
  session_id        integer     primary key references fix_session,
  -- The session's fence when the lease was taken.
  fence             bigint      not null,
  -- The connection of the holder. If the connection ends, the lease ends too.
  backend_pid       integer     not null,
  backend_start     timestamptz not null,
  -- The end of the lease, by the database's clock.
  lasts_until       timestamptz not null
);

create table fix_session_reset (
  id                bigint      primary key,
  session_id        integer     not null references fix_session,
  state             text        not null check (state in ('PENDING', 'DONE', 'REJECTED')),
  reason            text        not null,
  -- The numbers at the time of the reset.
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
  decision_reason text,
  check (state = 'PENDING' or decided_at is not null)
);
select hash_rows_of('fix_session_reset', 'id');
create unique index fix_session_reset_pending on fix_session_reset (session_id)
  where state = 'PENDING';
-- Records decisions in the audit log.
create trigger fix_session_reset_is_audited after update on fix_session_reset for each row
  execute function note_change('*');

create table fix_message (
  id          bigint      generated always as identity primary key,
  session_id  integer     not null references fix_session,
  roll        integer     not null,
  direction   text        not null check (direction in ('IN', 'OUT')),
  -- Null if an inbound message has no readable number.
  seq_num     integer,
  msg_type    text        not null,
  cl_ord_id   text,
  raw         bytea       not null,
  at          timestamptz not null
);
create unique index fix_message_sent on fix_message (session_id, roll, seq_num)
  where direction = 'OUT';
create index fix_message_by_session on fix_message (session_id, id);
-- Used to delete old messages. Rows are stored in time order, so a BRIN index is enough.
create index fix_message_by_age on fix_message using brin (at);
create index fix_message_by_order on fix_message (cl_ord_id, id) where cl_ord_id is not null;

-- One row for each application message that a session has received and whose number it has
-- recorded. It is appended in the transaction that records the number, and booked in a later one.
-- Sessions that answer in the first transaction have no rows.
create table fix_delivery (
  -- The delivered message. A message that arrives several times is delivered once.
  message_id    bigint      primary key references fix_message on delete cascade,
  session_id    integer     not null references fix_session,
  -- The order in which a session's messages are booked. After a gap it differs from the order of
  -- arrival.
  position      bigint      generated always as identity,
  roll          integer     not null,
  seq_num       integer     not null,
  -- The reason why the session refused the message. Null if it did not.
  refusal_kind  text        check (refusal_kind in ('FAULT', 'STRANGER', 'UNREADABLE', 'POISON')),
  refusal_text  text,
  -- The outcome, written in the transaction that books the message. Null until then. BOOKED:
  -- applied to its order. DUPLICATE: a report that was booked before, or that answers no pending
  -- request. PARKED: a doubtful report, or one without an order, in an open work item. KEPT: any
  -- other message, in a work item. REJECTION: a rejection of one of our messages. PRICES: stored
  -- prices. IGNORED is followed by the name of a rule.
  outcome       text        check (
    outcome in ('BOOKED', 'DUPLICATE', 'PARKED', 'KEPT', 'REJECTION', 'PRICES')
    or outcome ~ '^IGNORED:[A-Z_]+$'),
  unique (session_id, roll, seq_num)
);
create index fix_delivery_unbooked on fix_delivery (session_id, position) where outcome is null;

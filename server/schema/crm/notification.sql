-- Notification rules that turn events into messages, the resulting notifications, and customers'
-- preferences.

create sequence notification_rule_id increment by 50;

create table notification_rule (
  id bigint primary key,
  name text not null,
  label text not null,
  active boolean not null,
  -- Null: events from all offices, and events without an office.
  office_id bigint references business_office,
  event_type text not null,
  -- Conditions [{member, values}]. The event's data must match all of them.
  conditions jsonb not null,
  recipient text not null constraint notification_recipient_known check (recipient in
    ('CUSTOMER', 'ASSIGNED_USER', 'APPROVERS', 'MAKER', 'CUSTODIAN')),
  -- For APPROVERS: the permission whose holders are notified.
  permission text,
  deliver text not null constraint notification_deliver_known check (deliver in
    ('FIRST', 'ALL')),
  -- [{channel, templateId}] in order of preference.
  channels jsonb not null,
  attach_document boolean not null,
  -- How notices are sent: one at a time, or batched into one message per customer. A batch is sent
  -- some minutes after its first notice, or at the given time of day in the office's time zone.
  gather text not null constraint notification_gather_known check (gather in
    ('AT_ONCE', 'MINUTES', 'TIME_OF_DAY')),
  gather_minutes integer check (gather_minutes > 0),
  gather_time text check (gather_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Events recorded before this time are ignored.
  enabled_from timestamptz not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint notification_gather_minutes
    check ((gather = 'MINUTES') = (gather_minutes is not null)),
  constraint notification_gather_time check ((gather = 'TIME_OF_DAY') = (gather_time is not null)),
  constraint notification_approvers_by_permission
    check ((recipient = 'APPROVERS') = (permission is not null))
);
create unique index notification_rule_by_name
  on notification_rule (upper(name), coalesce(office_id, 0));
create index notification_rule_by_type on notification_rule (event_type) where active;
create trigger notification_rule_is_audited after update on notification_rule for each row
  execute function note_change('*');

-- How far events have been matched against the rules. The table has one row.
create table notification_cursor (
  only_one boolean primary key default true check (only_one),
  position bigint not null
);
insert into notification_cursor (position) select last_position from event_sequence;

-- A customer's notices that are sent in one message. A job sends them when the batch is due.
create table notification_batch (
  id bigint generated always as identity primary key,
  rule_id bigint not null references notification_rule,
  customer_id bigint not null references customer,
  -- OPEN: notices can be added. CLOSED: later notices open another batch. DONE: messages are
  -- queued.
  state text not null constraint notification_batch_state_known check (state in
    ('OPEN', 'CLOSED', 'DONE')),
  notices integer not null,
  due_at timestamptz not null
);
create unique index notification_batch_open on notification_batch (rule_id, customer_id)
  where state = 'OPEN';

-- One row per rule and matching event, written when the cursor passes the event. A job sends the
-- notification. Attempts and errors are stored with the job.
create table notification (
  id bigint generated always as identity primary key,
  rule_id bigint not null references notification_rule,
  position bigint not null,
  event_type text not null,
  office_id bigint,
  related_to text not null,
  related_to_id bigint not null,
  state text not null constraint notification_state_known check (state in
    ('WAITING', 'GATHERED', 'QUEUED', 'NOBODY')),
  -- The notification's batch. Null if its rule does not batch.
  batch_id bigint references notification_batch,
  -- True: the notification failed in its batch, left it, and is sent by its own job.
  alone boolean not null default false,
  -- The reason why no message was sent.
  reason text,
  message_ids bigint[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  constraint notification_once unique (rule_id, position),
  constraint notification_done_when_not_waiting
    check ((state in ('WAITING', 'GATHERED')) = (done_at is null)),
  constraint notification_gathered_in_batch check (state <> 'GATHERED' or batch_id is not null),
  constraint notification_alone_left_batch check (not alone or batch_id is null),
  constraint notification_reason_when_nobody check ((state = 'NOBODY') = (reason is not null))
);
create index notification_by_record on notification (related_to, related_to_id, id);
-- Usually few notifications are open, but batching can keep a whole day's notifications open.
create index notification_open on notification (state, id) where done_at is null;
create index notification_by_batch on notification (batch_id, id) where batch_id is not null;
create index notification_by_age on notification (done_at) where done_at is not null;

create table notification_preference (
  customer_id bigint primary key references customer,
  language text,
  -- The channels of each group as {group: [channel]}, in order of preference. An empty list means
  -- no messages.
  choices jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);

-- CRM: rules that turn events into messages, what came of each, what customers want to be told,
-- and campaigns.

create sequence notification_rule_id increment by 50;
create sequence campaign_id increment by 50;

create table notification_rule (
  id bigint primary key,
  name text not null,
  label text not null,
  active boolean not null,
  -- Null: events of every office, and those of none.
  office_id bigint references business_office,
  event_type text not null,
  -- [{member, values}]: all of them must fit the event's data.
  conditions jsonb not null,
  recipient text not null constraint notification_recipient_known check (recipient in
    ('CUSTOMER', 'ASSIGNED_USER', 'APPROVERS')),
  -- Whose holders are told, for APPROVERS.
  permission text,
  deliver text not null constraint notification_deliver_known check (deliver in
    ('FIRST', 'ALL')),
  -- [{channel, templateId}] in order of preference.
  channels jsonb not null,
  attach_document boolean not null,
  -- Events recorded before it are not told of.
  enabled_from timestamptz not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint notification_approvers_by_permission
    check ((recipient = 'APPROVERS') = (permission is not null))
);
create unique index notification_rule_by_name on notification_rule (upper(name));
create index notification_rule_by_type on notification_rule (event_type) where active;

-- Up to which position the events were looked at; one row.
create table notification_cursor (
  only_one boolean primary key default true check (only_one),
  position bigint not null
);
insert into notification_cursor (position) select last_position from event_sequence;

-- One row per rule and event that fitted it, written when the cursor passes the event. A job does
-- it; how often that was tried, and how it failed, is with the job.
create table notification (
  id bigint generated always as identity primary key,
  rule_id bigint not null references notification_rule,
  position bigint not null,
  event_type text not null,
  office_id bigint,
  related_to text not null,
  related_to_id bigint not null,
  state text not null constraint notification_state_known check (state in
    ('WAITING', 'QUEUED', 'NOBODY')),
  -- Why nobody was told.
  reason text,
  message_ids bigint[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  constraint notification_once unique (rule_id, position),
  constraint notification_done_when_not_waiting check ((state = 'WAITING') = (done_at is null)),
  constraint notification_reason_when_nobody check ((state = 'NOBODY') = (reason is not null))
);
create index notification_by_record on notification (related_to, related_to_id, id);
create index notification_waiting on notification (id) where state = 'WAITING';
create index notification_by_age on notification (done_at) where state <> 'WAITING';

create table notification_preference (
  customer_id bigint primary key references customer,
  language text,
  -- {group: [channel]} in order of preference; an empty list: nothing of that group.
  choices jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);

create table campaign (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  -- Null: people of every office.
  office_id bigint references business_office,
  status text not null constraint campaign_status_known check (status in
    ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED')),
  template_id bigint not null references template,
  audience_kind text not null constraint campaign_audience_known check (audience_kind in
    ('LEAD', 'CONTACT', 'CUSTOMER')),
  -- The filter, or the ids of the people, in the shape of the wire.
  audience jsonb not null,
  throttle_per_minute integer not null check (throttle_per_minute > 0),
  scheduled_at timestamptz,
  started_at timestamptz,
  -- The next message is not queued before this time.
  next_at timestamptz,
  ended_at timestamptz,
  -- How many people it goes to, from the start on.
  audience_count integer,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint campaign_started_with_audience
    check ((started_at is null) = (audience_count is null))
);
create index campaign_by_office on campaign (office_id, id);
create index campaign_under_way on campaign (id) where status in ('SCHEDULED', 'RUNNING');

-- Whom it goes to, as it was at the start.
create table campaign_recipient (
  campaign_id bigint not null references campaign,
  number integer not null,
  record_id bigint not null,
  -- The message, once it is queued; or why there is none.
  message_id bigint references message_transport,
  left_out text,
  primary key (campaign_id, number),
  constraint campaign_recipient_once unique (campaign_id, record_id)
);
create index campaign_recipient_waiting on campaign_recipient (campaign_id, number)
  where message_id is null and left_out is null;

-- Campaigns and their recipients.

create sequence campaign_id increment by 50;

create table campaign (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  -- Null: people in all offices.
  office_id bigint references business_office,
  status text not null constraint campaign_status_known check (status in
    ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED')),
  template_id bigint not null references template,
  audience_kind text not null constraint campaign_audience_known check (audience_kind in
    ('LEAD', 'CONTACT', 'CUSTOMER')),
  -- The filter or the people's ids, in the API's format.
  audience jsonb not null,
  throttle_per_minute integer not null check (throttle_per_minute > 0),
  scheduled_at timestamptz,
  started_at timestamptz,
  -- The earliest time to queue the next message.
  next_at timestamptz,
  ended_at timestamptz,
  -- The number of recipients. Null until the campaign starts.
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

-- The recipients, which are determined when the campaign starts.
create table campaign_recipient (
  campaign_id bigint not null references campaign,
  number integer not null,
  record_id bigint not null,
  -- The message, once queued. If none is sent, `left_out` is the reason.
  message_id bigint references message_transport,
  left_out text,
  primary key (campaign_id, number),
  constraint campaign_recipient_once unique (campaign_id, record_id)
);
create index campaign_recipient_waiting on campaign_recipient (campaign_id, number)
  where message_id is null and left_out is null;

-- WhatsApp messages.

create sequence whatsapp_message_id increment by 50;

create table whatsapp_message (
  id bigint primary key,
  name text not null unique,
  label text,
  active boolean not null,
  office_id bigint not null references business_office,
  direction text not null constraint whatsapp_direction_known check (direction in
    ('INBOUND', 'OUTBOUND')),
  status text not null constraint whatsapp_status_known check (status in ('DRAFT', 'QUEUED',
    'IN_PROGRESS', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'SUPPRESSED', 'COMPLETED')),
  from_address text,
  to_address text,
  subject text,
  body text,
  workflow_notes text,
  assigned_to bigint,
  campaign bigint,
  template bigint,
  related_to text,
  related_to_id bigint,
  started_at timestamptz,
  ended_at timestamptz,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The content of a delivered message besides its text: the type, the sender's names, the message
  -- referred to, and the items. Texts and addresses of delivered messages never change.
  received jsonb,
  constraint whatsapp_times_in_order check (ended_at >= started_at)
);
create index whatsapp_message_by_office on whatsapp_message (office_id, id);
create index whatsapp_message_by_related on whatsapp_message (related_to, related_to_id, id);
create index whatsapp_message_by_campaign on whatsapp_message (campaign, id)
  where campaign is not null;
create index whatsapp_message_in_time on whatsapp_message
  (related_to, related_to_id, coalesce(started_at, created_at), id);

-- The user ids of people who write to us, with their phone numbers if WhatsApp shows them.
create table whatsapp_identity (
  user_id text primary key,
  phone text,
  previous_user_id text,
  seen_at timestamptz not null
);
create unique index whatsapp_identity_by_phone on whatsapp_identity (phone);

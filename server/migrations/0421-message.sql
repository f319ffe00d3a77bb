-- CRM: e-mail and SMS messages, and how messages of every channel travel.

create sequence message_id increment by 50;

-- One row per message that goes through a gateway, in whatever channel and direction. The message
-- itself is in `message` under the same id (e-mail, SMS), or in `whatsapp_message`; how far it came
-- (its status) is there alone. The queue of the sender is the rows that are WAITING and SENDING.
create table message_transport (
  id bigint primary key,
  channel text not null constraint message_channel_known check (channel in
    ('EMAIL', 'SMS', 'WHATSAPP')),
  direction text not null constraint message_direction_known check (direction in
    ('INBOUND', 'OUTBOUND')),
  office_id bigint not null references business_office,
  -- Deferred, so that the key that makes a message once is claimed before anything else is written.
  whatsapp_message_id bigint unique
    references whatsapp_message deferrable initially deferred,
  purpose text not null constraint message_purpose_known check (purpose in
    ('SERVICE', 'MARKETING')),
  -- The person at the other end; null for a plain address. A person's correspondence is by this.
  recipient_kind text constraint message_recipient_known check (recipient_kind in
    ('LEAD', 'CONTACT', 'CUSTOMER')),
  recipient_id bigint,
  -- The address of the other end, normalised: E.164, or lower case. Null while there is none.
  address text,
  template_id bigint,
  campaign_id bigint,
  -- What WhatsApp needs of an approved template: name, language, parameters.
  whatsapp_template jsonb,
  once_key text unique,
  state text not null constraint message_state_known check (state in
    ('WAITING', 'SENDING', 'SENT', 'SUPPRESSED', 'FAILED', 'WITHDRAWN', 'RECEIVED')),
  -- Why nothing was sent, for SUPPRESSED.
  rule text,
  not_before timestamptz not null,
  -- Not handed over by then: FAILED. News that is days old is worse than none.
  give_up_at timestamptz not null,
  -- Numbers the attempts: who holds the last one alone may end it.
  attempts integer not null default 0,
  -- Attempts that failed; what was only put off is none.
  failures integer not null default 0,
  lease_until timestamptz,
  node text,
  -- Ours, the same in every attempt: by it the provider can drop what it gets twice.
  reference uuid not null unique default gen_random_uuid(),
  -- What the link to unsubscribe names: unguessable, and no key has to be kept for years.
  unsubscribe_token uuid not null unique default gen_random_uuid(),
  -- The provider's.
  provider_id text,
  last_error text,
  created_at timestamptz not null,
  constraint message_recipient_whole check ((recipient_kind is null) = (recipient_id is null)),
  constraint message_rule_when_suppressed check ((state = 'SUPPRESSED') = (rule is not null)),
  constraint message_lease_while_sending check ((state = 'SENDING') = (lease_until is not null))
);
create index message_transport_due on message_transport (channel, not_before, id)
  where state = 'WAITING';
create index message_transport_leased on message_transport (lease_until) where state = 'SENDING';
create index message_transport_failed on message_transport (id) where state = 'FAILED';
create index message_transport_by_office on message_transport (office_id, id);
create index message_transport_by_recipient
  on message_transport (recipient_kind, recipient_id, id);
create index message_transport_by_campaign on message_transport (campaign_id, id);
create index message_transport_by_address on message_transport (channel, address, created_at);
-- WhatsApp's ids are unique for good; those of an SMS centre come round again.
create unique index message_transport_by_wamid on message_transport (provider_id)
  where channel = 'WHATSAPP';
create index message_transport_by_provider_id on message_transport (channel, provider_id, id);

create table message (
  id bigint primary key references message_transport,
  name text not null unique,
  status text not null constraint message_status_known check (status in ('QUEUED',
    'IN_PROGRESS', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'SUPPRESSED', 'COMPLETED')),
  from_address text,
  to_address text,
  subject text,
  body text not null,
  html text,
  related_to text,
  related_to_id bigint,
  started_at timestamptz,
  ended_at timestamptz,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create index message_by_related on message (related_to, related_to_id, id);

-- The files of an outgoing message, in their order.
create table message_attachment (
  transport_id bigint not null references message_transport,
  position integer not null,
  -- Where it is a file of a WhatsApp message; null for one that the program made.
  attachment_id bigint references attachment,
  file_name text not null,
  mime_type text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (transport_id, position)
);

-- One try to hand a message over. Without an end: its process died, and nobody knows.
create table message_attempt (
  transport_id bigint not null references message_transport,
  attempt integer not null,
  node text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text constraint message_outcome_known check (outcome in
    ('SENT', 'SUPPRESSED', 'WITHDRAWN', 'EXPIRED', 'DELAYED', 'UNAVAILABLE', 'TEMPORARY',
      'PERMANENT', 'UNKNOWN')),
  reason text,
  primary key (transport_id, attempt)
);

-- What the provider told of a message after it was handed over, each status once, as it said it.
create table message_receipt (
  transport_id bigint not null references message_transport,
  status text not null,
  at timestamptz not null,
  detail text,
  primary key (transport_id, status)
);

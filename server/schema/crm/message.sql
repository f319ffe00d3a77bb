-- Messages: e-mail and SMS, delivery state in all channels, attempts, receipts and SMS parts.

create sequence message_id increment by 50;

-- One row for each message that goes through a gateway, in any channel and direction. The message
-- itself and its status are in `message` under the same id (e-mail, SMS) or in `whatsapp_message`.
-- The rows in WAITING and SENDING are the sender's queue.
create table message_transport (
  id bigint primary key,
  channel text not null constraint message_channel_known check (channel in
    ('EMAIL', 'SMS', 'WHATSAPP')),
  direction text not null constraint message_direction_known check (direction in
    ('INBOUND', 'OUTBOUND')),
  office_id bigint not null references business_office,
  -- Deferred, so that `once_key` can be claimed before other rows are written.
  whatsapp_message_id bigint unique
    references whatsapp_message deferrable initially deferred,
  purpose text not null constraint message_purpose_known check (purpose in
    ('SERVICE', 'MARKETING')),
  -- The recipient, or the sender of an inbound message. Null if only an address is known. Used to
  -- find a person's correspondence.
  recipient_kind text constraint message_recipient_known check (recipient_kind in
    ('LEAD', 'CONTACT', 'CUSTOMER')),
  recipient_id bigint,
  -- The normalised address of the recipient, or of an inbound message's sender: E.164 or lower
  -- case. Null if it is not known yet.
  address text,
  -- True for e-mails about logins and e-mails to users. Opt-outs of people with the same address do
  -- not apply to them.
  ignores_opt_outs boolean not null default false,
  template_id bigint,
  campaign_id bigint,
  -- The approved WhatsApp template: name, language and parameters.
  whatsapp_template jsonb,
  once_key text unique,
  state text not null constraint message_state_known check (state in
    ('WAITING', 'SENDING', 'SENT', 'SUPPRESSED', 'FAILED', 'WITHDRAWN', 'RECEIVED')),
  -- For SUPPRESSED: the rule that prevented the message.
  rule text,
  not_before timestamptz not null,
  -- If the message is not sent by this time, it becomes FAILED, because outdated messages can do
  -- harm.
  give_up_at timestamptz not null,
  -- The number of the last attempt. Only the result of the last attempt may be recorded.
  attempts integer not null default 0,
  -- The number of failed attempts. Postponed attempts are not counted.
  failures integer not null default 0,
  lease_until timestamptz,
  node text,
  -- Our reference. It stays the same in all attempts, so that the provider can drop duplicates.
  reference uuid not null unique default gen_random_uuid(),
  -- The token in the unsubscribe link. It is random rather than signed, because a signing key would
  -- have to be stored for years.
  unsubscribe_token uuid not null unique default gen_random_uuid(),
  -- The provider's id for the message.
  provider_id text,
  last_error text,
  created_at timestamptz not null,
  -- The template version that was filled in.
  template_version integer,
  -- The id of a secret, such as a password reset link, that is inserted when the message is sent
  -- and never stored.
  secret_id uuid,
  -- The provider's id in lower case without leading zeros, because SMS centres pad ids and change
  -- their case.
  provider_key text generated always as (lower(ltrim(provider_id, '0'))) stored,
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
-- WhatsApp ids are always unique, but an SMS centre reuses its ids.
create unique index message_transport_by_wamid on message_transport (provider_id)
  where channel = 'WHATSAPP';
create index message_transport_by_provider_id on message_transport (channel, provider_id, id);
create index message_transport_by_provider_key on message_transport (channel, provider_key, id);
create index message_transport_in_time on message_transport
  (recipient_kind, recipient_id, created_at, id);

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
create index message_in_time on message (related_to, related_to_id, created_at, id);

-- The files of an outgoing message, in order.
create table message_attachment (
  transport_id bigint not null references message_transport,
  position integer not null,
  -- The stored attachment of a WhatsApp message. Null for a generated file.
  attachment_id bigint references attachment,
  file_name text not null,
  mime_type text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (transport_id, position)
);

-- An attempt to send a message. If it has no end, it is still running, or its process crashed and
-- the result is unknown.
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

-- Channels on which the provider refuses messages after accepting them, for example because the
-- account has unpaid bills. While a row is current, one message at a time is sent to test whether
-- the provider delivers again.
create table message_pause (
  channel text primary key constraint message_pause_channel_known check (channel in
    ('EMAIL', 'SMS', 'WHATSAPP')),
  paused_until timestamptz not null,
  -- The length of the current pause.
  wait_ms integer not null,
  reason text not null,
  failed_at timestamptz not null
);

-- The provider's status reports about sent messages, as received. Each status is stored once.
create table message_receipt (
  transport_id bigint not null references message_transport,
  status text not null,
  at timestamptz not null,
  detail text,
  primary key (transport_id, status)
);

create table message_part (
  id bigint generated always as identity primary key,
  channel text not null constraint message_part_channel_known check (channel = 'SMS'),
  from_address text not null,
  to_address text not null,
  -- The sender's reference for the whole message. It is unique only among the messages being sent
  -- at the time.
  reference text not null,
  total integer not null,
  number integer not null,
  -- The text as UTF-16, because a character may be split between two parts.
  utf16 bytea not null,
  -- The provider's id of the joined message.
  provider_id text not null,
  received_at timestamptz not null,
  -- When the parts were joined. The row is kept for some time afterwards, because a part can arrive
  -- again.
  joined_at timestamptz,
  constraint message_part_numbered check (number between 1 and total)
);
create unique index message_part_once on message_part
  (channel, from_address, to_address, reference, total, number);
create index message_part_by_age on message_part (received_at);

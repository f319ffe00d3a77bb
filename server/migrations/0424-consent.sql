-- CRM: consent as it was given and withdrawn, addresses that nothing is sent to, and what the
-- built-in gateways of a demonstration received.

create sequence consent_id increment by 50;

-- Every change, kept for good. The present state of a person's flags is with the person.
create table consent (
  id bigint primary key,
  office_id bigint not null references business_office,
  record_kind text constraint consent_record_known check (record_kind in
    ('LEAD', 'CONTACT', 'CUSTOMER')),
  record_id bigint,
  -- The address that it was said of, normalised; null where it is about the person alone.
  address text,
  channel text not null constraint consent_channel_known check (channel in
    ('EMAIL', 'SMS', 'WHATSAPP', 'CALL', 'SHARE')),
  purpose text not null constraint consent_purpose_known check (purpose in
    ('ALL', 'MARKETING')),
  granted boolean not null,
  source text not null constraint consent_source_known check (source in
    ('STAFF', 'CLIENT', 'IMPORT', 'CONVERSION', 'UNSUBSCRIBE_LINK', 'KEYWORD', 'PROVIDER')),
  note text,
  created_by text not null,
  created_at timestamptz not null,
  constraint consent_record_whole check ((record_kind is null) = (record_id is null)),
  constraint consent_about_somebody check (record_id is not null or address is not null)
);
create index consent_by_record on consent (record_kind, record_id, channel, purpose, created_at);
create index consent_by_office on consent (office_id, id);

-- Addresses that nothing is sent to, whoever they belong to.
create table suppressed_address (
  id bigint generated always as identity unique,
  channel text not null constraint suppressed_channel_known check (channel in
    ('EMAIL', 'SMS', 'WHATSAPP')),
  address text not null,
  purpose text not null constraint suppressed_purpose_known check (purpose in
    ('ALL', 'MARKETING')),
  reason text not null constraint suppressed_reason_known check (reason in
    ('BOUNCED', 'KEYWORD', 'UNSUBSCRIBED', 'STAFF')),
  created_by text not null,
  created_at timestamptz not null,
  primary key (channel, address, purpose)
);

-- What the built-in gateways of a demonstration received and sent, in the place of a phone and a
-- mailbox. Elsewhere it stays empty.
create table demo_inbox (
  id bigint generated always as identity primary key,
  channel text not null constraint demo_inbox_channel_known check (channel in
    ('EMAIL', 'SMS', 'WHATSAPP')),
  from_address text not null,
  to_address text not null,
  subject text,
  body text not null,
  html text,
  -- The name by which a receiver knows what it has already got, and how often it came.
  reference text not null,
  copies integer not null default 1,
  files jsonb not null default '[]',
  received_at timestamptz not null,
  constraint demo_inbox_once unique (channel, reference)
);
create index demo_inbox_by_address on demo_inbox (to_address, id);

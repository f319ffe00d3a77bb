-- The history of consent, and suppressed addresses.

create sequence consent_id increment by 50;

-- All statements about consent. Rows are never deleted. The current flags are stored with the
-- person.
create table consent (
  id bigint primary key,
  office_id bigint not null references business_office,
  record_kind text constraint consent_record_known check (record_kind in
    ('LEAD', 'CONTACT', 'CUSTOMER')),
  record_id bigint,
  -- The normalised address that the statement is about. Null if it is about the person alone.
  address text,
  channel text not null constraint consent_channel_known check (channel in
    ('EMAIL', 'SMS', 'WHATSAPP', 'CALL', 'SHARE')),
  purpose text not null constraint consent_purpose_known check (purpose in
    ('ALL', 'MARKETING')),
  granted boolean not null,
  source text not null constraint consent_source_known check (source in
    ('STAFF', 'CLIENT', 'IMPORT', 'CONVERSION', 'UNSUBSCRIBE_LINK', 'KEYWORD', 'BUTTON',
      'PROVIDER_SETTING', 'PROVIDER')),
  note text,
  created_by text not null,
  created_at timestamptz not null,
  -- When the person made the statement, as reported by the provider. Statements may arrive out of
  -- order.
  stated_at timestamptz,
  constraint consent_record_whole check ((record_kind is null) = (record_id is null)),
  constraint consent_about_somebody check (record_id is not null or address is not null)
);
select hash_rows_of('consent', 'id');
create index consent_by_record on consent (record_kind, record_id, channel, purpose, created_at);
create index consent_by_office on consent (office_id, id);
create index consent_by_address on consent (channel, address) where address is not null;

-- Addresses that receive no messages, whichever record they belong to.
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
select hash_rows_of('suppressed_address', 'id');

-- CRM: leads and their match keys, WhatsApp messages and their attachments.

create sequence lead_id increment by 50;
create sequence whatsapp_message_id increment by 50;
create sequence attachment_id increment by 50;

create table lead (
  id bigint primary key,
  name text not null unique,
  -- Null: built from the person's or the organisation's name when read.
  label text,
  active boolean not null,
  office_id bigint not null references business_office,
  lead_type text not null constraint lead_type_known check (lead_type in
    ('INDIVIDUAL', 'ORGANIZATION')),
  status text not null constraint lead_status_known check (status in
    ('NEW', 'ASSIGNED', 'CONTACTED', 'QUALIFIED', 'CONVERTED', 'DEAD', 'RECYCLED')),
  first_name text,
  last_name text,
  organization text,
  identifier text,
  birth_date date,
  assigned_to bigint,
  campaign bigint,
  annual_income numeric check (annual_income <> 'NaN'),
  no_of_dependents integer check (no_of_dependents >= 0),
  primary_latitude numeric check (primary_latitude <> 'NaN'),
  primary_longitude numeric check (primary_longitude <> 'NaN'),
  secondary_latitude numeric check (secondary_latitude <> 'NaN'),
  secondary_longitude numeric check (secondary_longitude <> 'NaN'),
  do_not_call boolean not null,
  do_not_share boolean not null,
  email_opt_out boolean not null,
  sms_opt_out boolean not null,
  converted_account bigint,
  converted_contact bigint,
  -- Set by the conversion alone, whatever a client said of the two members above.
  converted_customer_id bigint references customer,
  converted_at timestamptz,
  -- Why a new customer was made although customers matched.
  conversion_reason text,
  -- The members of the record that no rule reads, as they came: texts and flags.
  details jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint lead_converted_once check
    ((status = 'CONVERTED') = (converted_customer_id is not null))
);
create index lead_by_office on lead (office_id, id);
create index lead_by_status on lead (status, id);
create index lead_by_assignee on lead (assigned_to, id);
create index lead_by_customer on lead (converted_customer_id);

-- What a lead is recognised by, normalised. One index answers "who else has one of these?".
create table lead_match_key (
  lead_id bigint not null references lead,
  kind text not null constraint lead_match_key_kind_known check (kind in
    ('PHONE', 'EMAIL', 'FOLDED_EMAIL', 'IDENTIFIER', 'NAME_AND_BIRTH_DATE')),
  key text not null,
  primary key (lead_id, kind, key)
);
create index lead_match_key_by_key on lead_match_key (kind, key);

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
  constraint whatsapp_times_in_order check (ended_at >= started_at)
);
create index whatsapp_message_by_office on whatsapp_message (office_id, id);
create index whatsapp_message_by_related on whatsapp_message (related_to, related_to_id, id);

create table attachment (
  id bigint primary key,
  name text not null unique,
  label text,
  active boolean not null,
  message_id bigint not null references whatsapp_message,
  related_to text,
  related_to_id bigint,
  batch_code text,
  category text,
  sub_category text,
  description text,
  text text,
  type text,
  workflow_notes text,
  file_name text,
  -- By the content, never by what the client said.
  file_mime_type text not null,
  file_size bigint not null check (file_size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  scan_status text not null constraint attachment_scan_status_known check (scan_status in
    ('NOT_SCANNED', 'QUARANTINED', 'CLEAN', 'INFECTED')),
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create index attachment_by_message on attachment (message_id, id);
create index attachment_by_related on attachment (related_to, related_to_id);
create index attachment_by_content on attachment (sha256);

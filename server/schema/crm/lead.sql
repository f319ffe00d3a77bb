-- Leads, the match keys for finding duplicates, assignments to users, and the history of lead
-- states.

create sequence lead_id increment by 50;
create sequence lead_assignment_id increment by 50;

create table lead (
  id bigint primary key,
  name text not null unique,
  -- Null: the label is built from the person's or organisation's name.
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
  -- The customer's cash account. Only a conversion sets this and the next columns.
  converted_cash_account bigint,
  converted_contact bigint,
  converted_customer_id bigint references customer,
  converted_at timestamptz,
  -- The reason why a new customer was opened although existing customers matched.
  conversion_reason text,
  -- Fields that no rule uses, as received: strings and flags.
  details jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The home country (ISO 3166) when the phone numbers were last changed, so that numbers without a
  -- country code keep their meaning if the firm's home country changes.
  home_country text not null check (home_country ~ '^[A-Z]{2}$'),
  constraint lead_converted_once check
    ((status = 'CONVERTED') = (converted_customer_id is not null))
);
create index lead_by_office on lead (office_id, id);
create index lead_by_status on lead (status, id);
create index lead_by_assignee on lead (assigned_to, id);
create index lead_by_customer on lead (converted_customer_id);
create index lead_by_source on lead (upper(details ->> 'leadSource'), id);
create trigger lead_is_audited after update on lead for each row
  execute function note_change(
    'active,assigned_to,converted_customer_id,do_not_call,email_opt_out,sms_opt_out,status');

-- Normalised values used to find duplicates of a lead, with a single index for all of them.
create table lead_match_key (
  lead_id bigint not null references lead,
  kind text not null constraint lead_match_key_kind_known check (kind in
    ('PHONE', 'EMAIL', 'FOLDED_EMAIL', 'IDENTIFIER', 'NAME_AND_BIRTH_DATE')),
  key text not null,
  primary key (lead_id, kind, key)
);
create index lead_match_key_by_key on lead_match_key (kind, key);

-- The users who receive the unassigned leads of an office and source, round-robin.
create table lead_assignment (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null,
  office_id bigint not null references business_office,
  -- The source in upper case. Null for all sources without a rule of their own.
  lead_source text,
  assignees bigint[] not null check (cardinality(assignees) > 0),
  -- The index of the next user in `assignees`, starting with 0.
  turn integer not null check (turn >= 0),
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create unique index lead_assignment_once on lead_assignment
  (office_id, coalesce(lead_source, '')) where active;

-- The history of a lead's status, one row per change.
create table lead_step (
  id bigint generated always as identity primary key,
  lead_id bigint not null references lead,
  -- Null for the entry written when the lead is captured.
  previous_status text,
  status text not null,
  at timestamptz not null,
  by text not null
);
create index lead_step_in_time on lead_step (lead_id, at, id);

-- CRM: contacts, activities, who gets a new lead, and the states that a lead went through.

create sequence contact_id increment by 50;
create sequence activity_id increment by 50;
create sequence lead_assignment_id increment by 50;

create table contact (
  id bigint primary key,
  name text not null unique,
  -- Null: built from the person's or the organisation's name when read.
  label text,
  active boolean not null,
  office_id bigint not null references business_office,
  -- Null: a person whom we write to and who belongs to no customer.
  customer_id bigint references customer,
  first_name text,
  last_name text,
  birth_date date,
  do_not_call boolean not null,
  do_not_share boolean not null,
  email_opt_out boolean not null,
  sms_opt_out boolean not null,
  -- The members of the record that no rule reads, as they came: texts and flags.
  details jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create index contact_by_office on contact (office_id, id);
create index contact_by_customer on contact (customer_id, id);

-- What a contact is recognised by, as `lead_match_key`.
create table contact_match_key (
  contact_id bigint not null references contact,
  kind text not null constraint contact_match_key_kind_known check (kind in
    ('PHONE', 'EMAIL', 'FOLDED_EMAIL', 'NAME_AND_BIRTH_DATE')),
  key text not null,
  primary key (contact_id, kind, key)
);
create index contact_match_key_by_key on contact_match_key (kind, key);

create table activity (
  id bigint primary key,
  name text not null unique,
  office_id bigint not null references business_office,
  kind text not null constraint activity_kind_known check (kind in
    ('CALL', 'MEETING', 'TASK', 'NOTE', 'EMAIL', 'LETTER', 'VISIT')),
  status text not null constraint activity_status_known check (status in
    ('PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  priority text not null constraint activity_priority_known check (priority in
    ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  direction text constraint activity_direction_known check (direction in
    ('INBOUND', 'OUTBOUND')),
  subject text not null,
  description text,
  outcome text,
  assigned_to bigint,
  related_to text not null constraint activity_related_known check (related_to in
    ('LEAD', 'CONTACT', 'CUSTOMER')),
  related_to_id bigint not null,
  due_at timestamptz,
  ended_at timestamptz,
  -- When it was told that it is due; told again after it is put off.
  due_told_at timestamptz,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint activity_ended check ((status in ('COMPLETED', 'CANCELLED')) = (ended_at is not null))
);
create index activity_by_office on activity (office_id, id);
create index activity_by_related on activity (related_to, related_to_id, id);
-- Timelines: what was done stands at its end, what is still open at its beginning.
create index activity_in_time on activity
  (related_to, related_to_id, coalesce(ended_at, created_at), id);
create index activity_by_assignee on activity (assigned_to, id);
create index activity_to_tell on activity (due_at)
  where due_told_at is null and status in ('PLANNED', 'IN_PROGRESS');

-- Who gets the leads of an office and source that come without somebody, in turns.
create table lead_assignment (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null,
  office_id bigint not null references business_office,
  -- In capitals; null: every source that has no rule of its own.
  lead_source text,
  assignees bigint[] not null check (cardinality(assignees) > 0),
  -- The place in `assignees` of who is next, from 0.
  turn integer not null check (turn >= 0),
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create unique index lead_assignment_once on lead_assignment
  (office_id, coalesce(lead_source, '')) where active;

-- The states that a lead went through.
create table lead_step (
  id bigint generated always as identity primary key,
  lead_id bigint not null references lead,
  -- Null at the capture.
  previous_status text,
  status text not null,
  at timestamptz not null,
  by text not null
);
create index lead_step_in_time on lead_step (lead_id, at, id);
insert into lead_step (lead_id, previous_status, status, at, by)
  select id, null, status, modified_at, modified_by from lead order by id;

create index whatsapp_message_in_time on whatsapp_message
  (related_to, related_to_id, coalesce(started_at, created_at), id);
create index lead_by_source on lead (upper(details ->> 'leadSource'), id);

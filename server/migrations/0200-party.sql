-- Party: business offices, customer groups, customers.

create sequence business_office_id increment by 50;
create sequence customer_group_id increment by 50;
create sequence customer_id increment by 50;

create table business_office (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  currency text not null,
  time_zone text not null,
  day_first boolean not null default true,
  -- Cash transactions at or above this need a second person; null: every one does.
  four_eyes_threshold_minor bigint,
  customer_approval boolean not null default false,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);

create table customer_group (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);

create table customer (
  id bigint primary key,
  name text not null unique,
  label text not null,
  active boolean not null default true,
  office_id bigint not null references business_office,
  group_id bigint not null references customer_group,
  customer_type text not null default 'REGULAR',
  partner_type text not null default 'INDIVIDUAL',
  channel text,
  status text not null check (status in ('ACTIVE', 'INACTIVE', 'SUSPENDED', 'CLOSED')),
  workflow_status text not null check (workflow_status in ('PENDING', 'APPROVED', 'REJECTED')),
  title text,
  first_name text,
  middle_name text,
  last_name text,
  sex text,
  birth_date date,
  cell_phone text,
  email_address text,
  bvn_code text,
  portal_user_name text,
  portal_password_hash text,
  account_opened date not null,
  -- The members of the record that no rule reads (address, next of kin, settlement bank, risk, …).
  details jsonb not null default '{}',
  version bigint not null default 1,
  -- Who opened it, as a principal: names may be shared or change, and nobody approves their own.
  creator_kind text not null default 'system',
  creator_id bigint not null default 0,
  approved_by text,
  approved_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
create unique index customer_by_portal_user on customer (lower(portal_user_name));
create index customer_by_email on customer (lower(email_address));
create index customer_by_phone on customer (cell_phone);
create unique index customer_by_bvn on customer (bvn_code);
create index customer_by_office on customer (office_id, id);

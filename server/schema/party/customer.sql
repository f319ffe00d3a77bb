-- Customers and customer groups.

create sequence customer_group_id increment by 50;
create sequence customer_id increment by 50;

create table customer_group (
  id bigint primary key,
  name text not null unique,
  -- Former codes of the group, in upper case. Old clients may still send them.
  aliases text[] not null default '{}',
  label text not null,
  active boolean not null default true,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('customer_group', 'id');

create table customer (
  id bigint primary key,
  name text not null unique,
  label text not null,
  office_id bigint not null references business_office,
  group_id bigint not null references customer_group,
  customer_type text not null default 'REGULAR',
  partner_type text not null default 'INDIVIDUAL',
  -- The tax class of the customer. Null: the partner type determines it.
  payer_class text constraint customer_payer_class_known check (payer_class in ('INDIVIDUAL',
    'ORGANIZATION', 'SMALL_COMPANY', 'PENSION_FUND', 'REIT', 'COLLECTIVE_SCHEME', 'GOVERNMENT',
    'CHARITY', 'NON_RESIDENT')),
  -- The tax year starts on the first day of this month. Null: January.
  tax_year_start smallint check (tax_year_start between 1 and 12),
  channel text,
  -- Only ACTIVE customers can trade, pay and log in. The wire member `active` is derived from this
  -- column.
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
  -- The e-mail address as used in comparisons: in lower case, with the host in A-labels.
  email_key text,
  bvn_code text,
  portal_user_name text,
  portal_password_hash text,
  account_opened date not null,
  -- Fields that no rule uses (address, next of kin, settlement bank, risk, …).
  details jsonb not null default '{}',
  version bigint not null default 1,
  -- The principal that opened the customer, by id because names can change. It cannot approve the
  -- customer.
  creator_kind text not null default 'system',
  creator_id bigint not null default 0,
  approved_by text,
  approved_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  bvn_index text,
  identification_index text,
  decision_reason text
);
select hash_rows_of('customer', 'id');
create unique index customer_by_portal_user on customer (lower(portal_user_name));
create index customer_by_email on customer (email_key);
create index customer_by_office on customer (office_id, id);
create index customer_by_name_and_birth on customer
  (birth_date, lower(last_name), lower(first_name));
create unique index customer_by_bvn on customer (bvn_index);
create index customer_by_identification on customer (identification_index);
-- Changes to these columns are recorded in the audit log. For personal data, the log shows only
-- that a column changed.
create trigger customer_is_audited after update on customer for each row
  execute function note_change(
    'approved_at,approved_by,customer_type,group_id,partner_type,payer_class,status,'
    'tax_year_start,workflow_status');

-- The normalised phone numbers and e-mail addresses of a customer. They are used to recognise the
-- customer, to find the author of a message, and to apply opt-outs.
create table customer_match_key (
  customer_id bigint not null references customer,
  kind text not null constraint customer_match_key_kind_known check (kind in
    ('PHONE', 'EMAIL', 'FOLDED_EMAIL')),
  key text not null,
  primary key (customer_id, kind, key)
);
create index customer_match_key_by_key on customer_match_key (kind, key);

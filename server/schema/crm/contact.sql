-- Contacts, and the match keys for finding duplicates.

create sequence contact_id increment by 50;

create table contact (
  id bigint primary key,
  name text not null unique,
  -- Null: the label is built from the person's or organisation's name.
  label text,
  active boolean not null,
  office_id bigint not null references business_office,
  -- Null if the contact does not belong to a customer.
  customer_id bigint references customer,
  first_name text,
  last_name text,
  birth_date date,
  do_not_call boolean not null,
  do_not_share boolean not null,
  email_opt_out boolean not null,
  sms_opt_out boolean not null,
  -- Fields that no rule uses, as received: strings and flags.
  details jsonb not null,
  version bigint not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The home country (ISO 3166) when the phone numbers were last changed, as for a lead.
  home_country text not null check (home_country ~ '^[A-Z]{2}$')
);
create index contact_by_office on contact (office_id, id);
create index contact_by_customer on contact (customer_id, id);
create trigger contact_is_audited after update on contact for each row
  execute function note_change('active,customer_id,do_not_call,email_opt_out,sms_opt_out');

-- Normalised values used to find duplicates of a contact.
create table contact_match_key (
  contact_id bigint not null references contact,
  kind text not null constraint contact_match_key_kind_known check (kind in
    ('PHONE', 'EMAIL', 'FOLDED_EMAIL', 'NAME_AND_BIRTH_DATE')),
  key text not null,
  primary key (contact_id, kind, key)
);
create index contact_match_key_by_key on contact_match_key (kind, key);

-- Business offices, and the letterheads of their documents.

create sequence business_office_id increment by 50;

create table business_office (
  id bigint primary key,
  name text not null unique,
  -- Former codes of the office, in upper case. Old clients may still send them.
  aliases text[] not null default '{}',
  label text not null,
  active boolean not null default true,
  currency text not null,
  time_zone text not null,
  day_first boolean not null default true,
  -- Cash transactions of this amount or more require a second person. Null: all of them do.
  four_eyes_threshold_minor bigint,
  customer_approval boolean not null default false,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('business_office', 'id');

-- The letterhead of an office's documents. An office without a row uses its own label.
create table letterhead (
  office_id bigint primary key references business_office,
  firm_name text not null,
  -- Lines are separated by line feeds.
  address text not null,
  contact text not null,
  registration text not null,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('letterhead', 'office_id');

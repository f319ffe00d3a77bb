-- Party: letterheads of business offices.

-- What stands at the head of an office's documents; without a row, the office's own label does.
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

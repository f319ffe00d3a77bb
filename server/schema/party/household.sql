-- Households: customers whose wealth is shown together.

create table household (
  id bigint generated always as identity primary key,
  name text not null unique,
  label text not null,
  active boolean not null,
  version_no integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('household', 'id');

-- A customer belongs to a household from the start of the first date to the end of the last. Null:
-- no end. A customer is in only one household at a time.
create table household_member (
  household_id bigint not null references household,
  customer_id bigint not null references customer,
  valid_from date not null,
  valid_to date,
  -- The reference of the customer's consent to being shown together with the other members.
  consent text not null,
  primary key (household_id, customer_id, valid_from),
  check (valid_to >= valid_from)
);
select hash_rows_of('household_member', 'household_id, customer_id, valid_from');
create index household_member_by_customer on household_member (customer_id, valid_from);

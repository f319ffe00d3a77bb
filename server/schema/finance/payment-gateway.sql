-- Payment gateways, through which customers pay money in.

create table payment_gateway (
  id bigint generated always as identity primary key,
  name text not null unique,
  label text not null,
  active boolean not null,
  -- The chart code of the account that receipts are booked to until the gateway settles.
  suspense_code text not null,
  -- The gateway's replies that confirm a payment.
  success_codes text[] not null,
  version_no integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('payment_gateway', 'id');

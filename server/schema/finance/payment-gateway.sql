-- Payment gateways, through which customers pay money in.

create table payment_gateway (
  id bigint generated always as identity primary key,
  name text not null unique,
  label text not null,
  active boolean not null,
  -- The code in the chart of accounts on which receipts wait for the gateway's settlement.
  suspense_code text not null,
  -- The replies of the gateway that mean that a payment has been made.
  success_codes text[] not null,
  version_no integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('payment_gateway', 'id');

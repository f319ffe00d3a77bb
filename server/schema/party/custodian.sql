-- Custodians through which customers' trades are settled.

create table custodian (
  id bigint generated always as identity primary key,
  name text not null unique,
  label text not null,
  active boolean not null,
  -- The custodian's codes as a participant of the depository and as a party in messages to
  -- exchanges.
  participant_code text,
  party_id text,
  -- The party that settles the trades. OWN: the firm, with the customer's money and units.
  -- CUSTODIAN: the custodian itself.
  settles text not null check (settles in ('OWN', 'CUSTODIAN')),
  settlement_account text,
  email text,
  version_no integer not null,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('custodian', 'id');

-- Platform: events, idempotency keys, the audit log, the business day, and the ids of records.

create table outbox_event (
  id bigint generated always as identity primary key,
  type text not null,
  subject_id bigint not null,
  office_id bigint,
  data jsonb not null,
  request_id text,
  transaction_id xid8 not null default pg_current_xact_id(),
  recorded_at timestamptz not null default clock_timestamp()
);

create table idempotency_key (
  scope text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  headers jsonb not null,
  reply text not null,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  principal_kind text not null,
  principal_id bigint not null,
  principal_name text not null,
  operation text not null,
  subject_id bigint,
  msg_code text not null,
  request_id text not null,
  transaction_id xid8 not null default pg_current_xact_id()
);
create index audit_entry_by_transaction on audit_entry (transaction_id);

-- The chain is written behind the entries by one writer, so that no write waits for another's hash.
create table audit_chain (
  position bigint primary key,
  audit_entry_id bigint not null unique references audit_entry,
  hash text not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = '23000';
end $$;
create trigger audit_entry_is_append_only before update or delete on audit_entry
  for each row execute function refuse_change();
create trigger audit_chain_is_append_only before update or delete on audit_chain
  for each row execute function refuse_change();

-- One row: the date that business is done on. Closing a day is a compare-and-set on it.
create table business_day (
  only_row boolean primary key default true check (only_row),
  business_date date not null,
  changed_at timestamptz not null default now()
);

-- Idempotency keys, each with the stored reply of the request that was sent with it.

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

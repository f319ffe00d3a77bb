-- Webhooks: who wants to be told where, what was sent, and what was answered.

create sequence webhook_endpoint_id increment by 50;

create table webhook_endpoint (
  id bigint primary key,
  name text not null unique,
  label text not null,
  url text not null,
  -- Types, or beginnings of types as `order.*`; none means all.
  types text[] not null,
  -- It is told what this principal may see.
  owner_kind text not null,
  owner_id bigint not null,
  state text not null default 'ENABLED',
  disabled_reason text,
  -- Sealed by the program. The one before signs too, until its time is over.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  -- All events up to here are delivered, set aside, or none of its own.
  position bigint not null,
  -- Attempts in a row that failed, and since when.
  failures integer not null default 0,
  failing_since timestamptz,
  not_before timestamptz not null default clock_timestamp(),
  -- The node that delivers. The run grows with every claim: who records must name it.
  run integer not null default 0,
  node text,
  lease_until timestamptz,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  constraint webhook_endpoint_state_known check (state in ('ENABLED', 'DISABLED', 'REMOVED')),
  constraint webhook_endpoint_reason_known check (disabled_reason is null
    or disabled_reason in ('REQUESTED', 'GONE', 'FAILING', 'OWNER_ENDED')),
  constraint webhook_endpoint_reason_given check ((state = 'ENABLED') = (disabled_reason is null)),
  constraint webhook_endpoint_previous_secret
    check ((previous_secret is null) = (previous_secret_until is null))
);
create index webhook_endpoint_by_owner on webhook_endpoint (owner_id, owner_kind);
create index webhook_endpoint_free on webhook_endpoint (lease_until) where state = 'ENABLED';

-- One message to one endpoint, from its first attempt on. An event after the endpoint's position
-- is at its head; one before it was set aside, and waits beside the others.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null references webhook_endpoint,
  kind text not null,
  -- Of the event; pings and tests have none.
  position bigint,
  message_id text not null,
  type text not null,
  body text not null,
  state text not null,
  attempts integer not null default 0,
  last_failure text,
  -- It is tried for three days from here on.
  first_attempt_at timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint webhook_delivery_kind_known check (kind in ('EVENT', 'PING', 'TEST')),
  constraint webhook_delivery_state_known check (state in ('WAITING', 'DELIVERED', 'FAILED')),
  constraint webhook_delivery_failure_known
    check (last_failure is null or last_failure in ('UNREACHABLE', 'REFUSED')),
  constraint webhook_delivery_position check ((kind = 'EVENT') = (position is not null)),
  constraint webhook_delivery_waits check ((state = 'WAITING') = (next_attempt_at is not null)),
  constraint webhook_delivery_ended check ((state = 'WAITING') = (ended_at is null)),
  constraint webhook_delivery_once unique (endpoint_id, position)
);
create index webhook_delivery_by_endpoint on webhook_delivery (endpoint_id, id);
create index webhook_delivery_waiting on webhook_delivery (endpoint_id, next_attempt_at)
  where state = 'WAITING';
create index webhook_delivery_failed on webhook_delivery (endpoint_id, id) where state = 'FAILED';
create index webhook_delivery_by_age on webhook_delivery (ended_at) where state <> 'WAITING';

create table webhook_attempt (
  delivery_id bigint not null references webhook_delivery on delete cascade,
  number integer not null,
  at timestamptz not null,
  took_ms integer not null,
  status integer,
  -- Why there was no answer.
  fault text,
  request_headers jsonb not null,
  answer_headers jsonb,
  answer_body text,
  primary key (delivery_id, number)
);

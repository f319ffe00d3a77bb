-- Webhook deliveries: the messages sent to endpoints, and every attempt with its reply.

-- One message to one endpoint, written at its first attempt. The event right after the endpoint's
-- position is delivered next. A message for an earlier event is parked and retried in parallel.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  endpoint_id bigint not null references webhook_endpoint,
  kind text not null,
  -- The position of the event. Null for pings and tests.
  position bigint,
  message_id text not null,
  type text not null,
  body text not null,
  state text not null,
  attempts integer not null default 0,
  -- How many times a caller has requested the delivery again. An attempt that was already in
  -- progress does not count as the requested one, so it does not complete the delivery. The
  -- exception is an attempt whose event is next in line, because that event has not been delivered
  -- before.
  replays integer not null default 0,
  last_failure text,
  -- The message is retried for three days from this time.
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
  -- The reason why there was no response. Null if there was one.
  fault text,
  request_headers jsonb not null,
  answer_headers jsonb,
  answer_body text,
  primary key (delivery_id, number)
);

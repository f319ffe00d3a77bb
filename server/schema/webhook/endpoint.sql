-- Webhook endpoints: which events are sent to which URL, and on whose behalf.

create sequence webhook_endpoint_id increment by 50;

create table webhook_endpoint (
  id bigint primary key,
  name text not null unique,
  label text not null,
  url text not null,
  -- Event types, or prefixes such as `order.*`. An empty list means all types.
  types text[] not null,
  -- The endpoint receives the events that this principal may see.
  owner_kind text not null,
  owner_id bigint not null,
  state text not null default 'ENABLED',
  disabled_reason text,
  -- Encrypted by the program. The previous secret also signs until it expires.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  -- All events up to this position are delivered, parked, or not relevant to this endpoint.
  position bigint not null,
  -- The number of consecutive failed attempts, and the time of the first.
  failures integer not null default 0,
  failing_since timestamptz,
  not_before timestamptz not null default clock_timestamp(),
  -- The node that delivers. Each claim increments `run`, which a node must pass to record a result.
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
select hash_rows_of('webhook_endpoint', 'id',
  'position, failures, failing_since, not_before, run, node, lease_until');
create index webhook_endpoint_by_owner on webhook_endpoint (owner_id, owner_kind);
create index webhook_endpoint_free on webhook_endpoint (lease_until) where state = 'ENABLED';
create trigger webhook_endpoint_is_audited after update on webhook_endpoint for each row
  when (new.modified_by is distinct from old.modified_by
    or new.modified_at is distinct from old.modified_at)
  execute function note_change('state,types,label,url,disabled_reason');

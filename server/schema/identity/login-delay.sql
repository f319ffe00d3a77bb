-- Failed logins and password requests: the delay before the next attempt, and addresses that
-- attempts from other sources cannot delay.

-- One row per name and source, one per name for all its unknown sources together, and one per
-- address for all names.
create table login_delay (
  kind text not null,
  -- The id of the user or customer, or a keyed digest of a name that does not exist. Empty for an
  -- address.
  subject text not null,
  -- The network or device that made the attempts. Empty for all unknown sources together.
  source text not null,
  failures integer not null,
  -- No attempt is checked before this time. Unknown sources and addresses may make a few attempts
  -- early. For them, this is when all of these attempts are available again.
  free_at timestamptz not null,
  last_failed_at timestamptz not null,
  -- True if the audit log already has an entry for an attempt refused since the last failure.
  refusal_noted boolean not null default false,
  -- The newest unknown source waiting for the next permitted attempt, and the time of that attempt.
  waiter text,
  waiter_due_at timestamptz,
  primary key (kind, subject, source),
  constraint login_delay_kind_known check (kind in
    ('user', 'customer', 'second-factor', 'user-address', 'customer-address', 'reset-name',
      'reset-network', 'reset-user', 'reset-customer'))
);
create index login_delay_by_age on login_delay (last_failed_at);

-- Networks from which a user or customer has signed in with the correct password.
create table login_address (
  kind text not null check (kind in ('user', 'customer')),
  subject_id bigint not null,
  network text not null,
  used_at timestamptz not null,
  primary key (kind, subject_id, network)
);
create index login_address_by_age on login_address (used_at);

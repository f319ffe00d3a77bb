-- Principals: users and API clients, and who knows their secrets.

create sequence principal_id increment by 50;

-- Users (members of staff) and clients (programs). Names are unique across both.
create table principal (
  id bigint primary key,
  kind text not null check (kind in ('user', 'client')),
  name text not null,
  label text not null,
  email_address text,
  -- The e-mail address as used in comparisons: in lower case, with the host in A-labels.
  email_key text,
  active boolean not null default true,
  -- argon2id of a user's password, or SHA-256 (hex) of a client's secret, which is 256 random bits.
  secret_hash text not null,
  roles text[] not null check (cardinality(roles) > 0),
  -- The business offices to which the principal is restricted. Null means all offices.
  office_ids bigint[] check (cardinality(office_ids) > 0),
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The user or client who set the e-mail address, if not the principal itself. They may have used
  -- a reset link sent to that address.
  email_setter_id bigint references principal,
  -- When the secret was last set.
  secret_set_at timestamptz not null default now(),
  -- True if the user may only change their own password.
  must_change_password boolean not null default false
);
select hash_rows_of('principal', 'id');
create unique index principal_by_name on principal (lower(name));
create trigger principal_is_audited after update on principal for each row
  execute function note_change('active,kind,office_ids,roles,name,must_change_password');

-- When a principal last called, updated at most once a minute. It may be up to a minute too early.
create table principal_use (
  principal_id bigint primary key references principal,
  used_at timestamptz not null
);

-- The user who set another user's password. The setter knows the password until the user changes
-- it, so neither may approve the other's work.
create table password_setter (
  user_id bigint not null references principal,
  setter_id bigint not null references principal,
  primary key (user_id, setter_id)
);
select hash_rows_of('password_setter', 'user_id, setter_id');

-- Everyone to whom a client's secret was ever shown. They can act as the client, so they may not
-- approve its work. If a client creates another client, the new client's holders include the
-- creating client and its holders.
create table client_holder (
  client_id bigint not null references principal,
  holder_id bigint not null references principal,
  primary key (client_id, holder_id)
);
select hash_rows_of('client_holder', 'client_id, holder_id');

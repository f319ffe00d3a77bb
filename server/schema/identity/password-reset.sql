-- Password resets: requests for a link, and the single-use links that set a new password.

-- A request that anyone can make on the login page. A job looks up the name after the reply, so
-- that the timing of the reply reveals nothing. The job deletes the row.
create table password_request (
  id uuid primary key,
  -- The user name or e-mail address, as typed.
  login text not null,
  -- True if the request comes from a portal, where only customers are looked up.
  of_portal boolean not null,
  -- The business offices that the portal may see. Null means all offices.
  office_ids bigint[],
  request_id text not null,
  address text not null,
  created_at timestamptz not null
);

-- A link that sets the password of a user or customer once. A newer link replaces an older one from
-- the same origin. An administrator's link replaces all others.
create table password_reset (
  id uuid primary key,
  holder_kind text not null check (holder_kind in ('user', 'customer')),
  holder_id bigint not null,
  origin text not null check (origin in ('REQUEST', 'ADMINISTRATOR')),
  -- SHA-256 (hex) of the token, which is 256 random bits. Null until the e-mail is sent: the token
  -- is created then, and is not stored.
  token_hash text unique,
  -- SHA-256 (hex) of the password hash and the e-mail address. If either changes, the link is void.
  basis text not null,
  delivery text not null check (delivery in ('EMAIL', 'SHOWN')),
  -- The user or client that saw the link. Null if it was e-mailed, or shown in a terminal on the
  -- server.
  shown_to bigint references principal,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (holder_kind, holder_id, origin)
);
create index password_reset_by_expiry on password_reset (expires_at);
create index password_reset_by_reader on password_reset (shown_to);
select hash_rows_of('password_reset', 'id');

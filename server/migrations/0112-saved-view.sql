-- What people keep of their work at a screen: views of a list under a name, and settings.

create sequence saved_view_id increment by 50;

create table saved_view (
  id bigint primary key,
  principal_id bigint not null references principal,
  -- The list that it is of, such as `orders`.
  place text not null,
  label text not null,
  -- Filters, grouping and order, as an address has them behind its question mark.
  search text not null,
  -- Whether those who share a business office with its owner see it, too.
  shared boolean not null,
  created_at timestamptz not null,
  modified_at timestamptz not null
);
create unique index saved_view_of_owner on saved_view (principal_id, place, lower(label));
create index saved_view_shared on saved_view (place) where shared;

create table own_setting (
  principal_id bigint not null references principal,
  name text not null,
  value text not null,
  modified_at timestamptz not null,
  primary key (principal_id, name)
);

-- Saved views of lists, and the settings of each user.

create sequence saved_view_id increment by 50;

create table saved_view (
  id bigint primary key,
  principal_id bigint not null references principal,
  -- The list of the view, such as `orders`.
  place text not null,
  label text not null,
  -- Filters, grouping and sort order, as a URL query string.
  search text not null,
  -- True if users who share a business office with the owner also see the view.
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

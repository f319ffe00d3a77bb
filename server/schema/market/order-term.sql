-- Order terms, which determine how long an order stays live.

create sequence order_term_id increment by 50;

create table order_term (
  id bigint primary key,
  name text not null unique,
  -- Former codes, in upper case. Old clients may still send them.
  aliases text[] not null default '{}',
  label text not null,
  active boolean not null default true,
  -- FIX tag 59: 0 DAY, 1 GTC, 2 ATO, 3 IOC, 4 FOK, 6 GTD, 7 ATC.
  fix_time_in_force text not null check (fix_time_in_force in ('0', '1', '2', '3', '4', '6', '7')),
  -- The number of days for which a GTD or GTC order stays live if the caller sends no end date.
  -- Null for other terms.
  default_life_days integer check (default_life_days > 0),
  -- The maximum life, in days, of an order with this term. Null: the general maximum applies.
  longest_life_days integer check (longest_life_days >= default_life_days),
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  modified_by text not null default 'system',
  modified_at timestamptz not null default now()
);
select hash_rows_of('order_term', 'id');

-- Like set_hold, but for many records of one kind at once. The arrays have one element per record.
-- No hold is forced. Refuses what set_hold refuses, and a record that is listed twice (21000).
-- Accounts are locked in order of id. Each account's balance moves once, so that a hundred orders
-- cost little more than one. Rows are looked up only by key, as in set_hold: one by one, or with a
-- sub-select per record that the planner cannot turn into a join (`offset 0`).
create or replace function set_holds(holder text, holder_ids bigint[], held_accounts bigint[],
  amounts bigint[])
returns void language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  -- The following variables exist once per record.
  wrong boolean;
  changes bigint[];
  -- The following variables exist once per account.
  locked bigint[];
  moved_accounts bigint[];
  moved bigint[];
  released bigint;
begin
  if cardinality(holder_ids) <> (select count(distinct n) from unnest(holder_ids) n) then
    raise exception 'a record has one hold' using errcode = '21000';
  end if;
  select array_agg(b.account_id) into locked from (
    select account_id from account_balance
      where account_id = any (held_accounts) order by account_id for update
  ) b;
  if not held_accounts <@ coalesce(locked, '{}') then
    raise exception 'a hold needs an account' using errcode = '23503';
  end if;
  select bool_or(h.account_id <> n.account), array_agg(n.amount - coalesce(h.amount_minor, 0)
      order by n.place)
    into wrong, changes
    from unnest(holder_ids, held_accounts, amounts) with ordinality n (id, account, amount, place)
    left join lateral (
      select x.account_id, x.amount_minor from cash_hold x
        where x.source_type = holder and x.source_id = n.id offset 0
    ) h on true;
  if wrong then
    raise exception 'a record holds money of one account' using errcode = '23000';
  end if;
  select array_agg(m.account), array_agg(m.change) into moved_accounts, moved from (
    select n.account, sum(n.change)::bigint as change
      from unnest(held_accounts, changes) n (account, change)
      group by n.account having sum(n.change) <> 0
  ) m;
  update account_balance b
    set held_minor = b.held_minor + moved[array_position(moved_accounts, b.account_id)],
      forced_minor = forced_below(b.floor_minor - (b.balance_minor - b.held_minor
          - moved[array_position(moved_accounts, b.account_id)]), b.forced_minor, false)
    where b.account_id = any (moved_accounts);
  -- Reads holds one by one: given a list, PostgreSQL 15 would read all holds of the kind.
  for released in select n.id from unnest(holder_ids, amounts) n (id, amount) where n.amount = 0
  loop
    delete from cash_hold h where h.source_type = holder and h.source_id = released;
  end loop;
  insert into cash_hold (source_type, source_id, account_id, amount_minor)
    select holder, n.id, n.account, n.amount
      from unnest(holder_ids, held_accounts, amounts) n (id, account, amount) where n.amount > 0
    on conflict (source_type, source_id) do update set amount_minor = excluded.amount_minor;
end $$;

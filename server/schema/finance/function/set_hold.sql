-- Sets one record's hold on an inline account to a new total. Zero releases it. A forced hold may
-- take the account below its floor. Refuses an unknown account (23503), a record that already holds
-- money in another account (23000), and a hold beyond the floor (23514,
-- `available_stays_above_floor`). Locks the account's row first, so that two concurrent first holds
-- of one record are set one after the other, and only one is added. The planner can look up holds
-- only by key. Otherwise, PostgreSQL would make a plan while the table is empty, as it is each
-- morning, and keep it. Such a plan reads the whole table, even after it has grown.
create or replace function set_hold(holder text, holder_id bigint, held_account bigint,
  amount bigint, forced boolean default false)
returns void language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off as $$
declare
  old record;
begin
  perform from account_balance b where b.account_id = held_account for update;
  if not found then
    raise exception 'a hold needs an account' using errcode = '23503';
  end if;
  select h.account_id, h.amount_minor into old from cash_hold h
    where h.source_type = holder and h.source_id = holder_id;
  if old.account_id <> held_account then
    raise exception 'a record holds money of one account' using errcode = '23000';
  end if;
  if coalesce(old.amount_minor, 0) = amount then
    return;
  end if;
  update account_balance b set held_minor = moved.held,
      forced_minor = forced_below(
        b.floor_minor - (b.balance_minor - moved.held), b.forced_minor, forced)
    from (
      select x.held_minor + amount - coalesce(old.amount_minor, 0) as held
      from account_balance x where x.account_id = held_account
    ) moved
    where b.account_id = held_account;
  if amount = 0 then
    delete from cash_hold h where h.source_type = holder and h.source_id = holder_id;
  else
    insert into cash_hold (source_type, source_id, account_id, amount_minor)
      values (holder, holder_id, held_account, amount)
      on conflict (source_type, source_id) do update set amount_minor = excluded.amount_minor;
  end if;
end $$;

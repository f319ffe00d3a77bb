-- Trigger on security_price_day. Stores a version when a bar is added or removed, or when its close
-- or volume changes. Bars for the business date change with each trade, so their versions are
-- stored when prices are rolled.
create or replace function note_price_version() returns trigger language plpgsql as $$
declare
  today constant date := (select business_date from business_day);
begin
  if tg_op = 'DELETE' then
    if old.price_date is distinct from today then
      insert into security_price_version (security_id, price_date)
      values (old.security_id, old.price_date);
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if (new.close, new.volume) = (old.close, old.volume) then
      return null;
    end if;
  end if;
  if new.price_date is distinct from today then
    insert into security_price_version (security_id, price_date, close, volume)
    values (new.security_id, new.price_date, new.close, new.volume);
  end if;
  return null;
end $$;

-- Trigger for tables whose rows never change. Refuses every update, delete and truncate with
-- SQLSTATE 23000.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = '23000';
end $$;

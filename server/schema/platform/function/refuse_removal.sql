-- Trigger for tables whose rows are never removed. Refuses every delete and truncate with SQLSTATE
-- 23000.
create or replace function refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never removed', tg_table_name using errcode = '23000';
end $$;

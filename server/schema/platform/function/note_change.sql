-- Trigger after an update. Writes the changed columns to audit_change in the transaction of the
-- update, so that no operation can omit it. The argument lists the columns whose values are
-- recorded, separated by commas, and '*' means all. For other columns, only the fact that they
-- changed is recorded. The user who changed the row is in audit_entry.
create or replace function note_change() returns trigger language plpgsql as $$
declare
  present jsonb := to_jsonb(new);
  shown text[] := string_to_array(tg_argv[0], ',');
  differing jsonb;
begin
  select jsonb_agg(
    case when tg_argv[0] = '*' or n.key = any (shown)
      then jsonb_build_object('column', n.key, 'before', o.value, 'after', n.value)
      else jsonb_build_object('column', n.key, 'hidden', true) end
    order by n.key)
  into differing
  from jsonb_each(present) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value
    and n.key not in ('version', 'modified_by', 'modified_at');
  if differing is not null then
    insert into audit_change (table_name, record_id, currency, changes)
    values (tg_table_name, new.id, present ->> 'currency', differing);
  end if;
  return null;
end $$;

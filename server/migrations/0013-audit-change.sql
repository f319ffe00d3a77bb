-- What writes changed, member by member, beside the entries of the audit log: by triggers, in the
-- transaction of the write, so that no operation can forget it.

create table audit_change (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  table_name text not null,
  record_id bigint not null,
  -- Of the amounts in it, where the record has one.
  currency text,
  -- A list of {column, before, after}; of what is personal or secret {column, hidden: true}.
  changes jsonb not null
);
create index audit_change_by_transaction on audit_change (transaction_id, id);
create trigger audit_change_is_append_only before update or delete on audit_change
  for each row execute function refuse_change();
create trigger audit_change_is_never_emptied before truncate on audit_change
  for each statement execute function refuse_change();

-- The argument names the columns whose values are kept, with commas between; '*' all. Of the others
-- only that they changed. Who changed it and when stands in the entry.
create function note_change() returns trigger language plpgsql as $$
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

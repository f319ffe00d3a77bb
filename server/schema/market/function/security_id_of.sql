-- Returns the id of the security with this code or former code. Null if there is none. Codes are
-- stored in upper case, and letter case is ignored when they are read.
create or replace function security_id_of(code text) returns bigint language sql stable as $$
  select coalesce(
    (select s.id from security s where s.name = upper(trim(code))),
    (select a.security_id from security_alias a
      where a.alias_kind = 'NAME' and a.alias = upper(trim(code))))
$$;

-- Returns the id of the security with this code, or with this former code; null if there is none.
-- Codes are stored in upper case and read in any letter case.
create or replace function security_id_of(code text) returns bigint language sql stable as $$
  select coalesce(
    (select s.id from security s where s.name = upper(trim(code))),
    (select a.security_id from security_alias a
      where a.alias_kind = 'NAME' and a.alias = upper(trim(code))))
$$;

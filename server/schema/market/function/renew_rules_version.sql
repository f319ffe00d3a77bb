-- Trigger after a change to market rules. Gives all exchanges a new rules_version, so that cached
-- rules expire.
create or replace function renew_rules_version() returns trigger language plpgsql as $$
begin
  update exchange set rules_version = gen_random_uuid();
  return null;
end $$;

-- Trigger after a change to holidays. Gives all exchanges a new calendar_version, so that cached
-- calendars expire.
create or replace function renew_calendar_version() returns trigger language plpgsql as $$
begin
  update exchange set calendar_version = gen_random_uuid();
  return null;
end $$;

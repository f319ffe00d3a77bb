-- Trigger that stores in recorded_at the time at which a row got its current state.
create or replace function note_recorded_at() returns trigger language plpgsql as $$
begin
  new.recorded_at := clock_timestamp();
  return new;
end $$;

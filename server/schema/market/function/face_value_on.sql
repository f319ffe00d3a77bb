-- Returns the face value of one bond unit on a date, after any partial redemptions. Null for a
-- share.
create or replace function face_value_on(of_security bigint, on_date date)
returns numeric language sql stable as $$
  select coalesce(
    (select f.face_value from security_face_value f
      where f.security_id = of_security and f.valid_from <= on_date
      order by f.valid_from desc limit 1),
    (select s.face_value from security s where s.id = of_security))
$$;

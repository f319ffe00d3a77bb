-- Returns the class used to tax a customer: the stored class, or else the partner type.
create or replace function payer_class_of(payer customer)
returns text language sql immutable as $$
  select coalesce(payer.payer_class, payer.partner_type)
$$;

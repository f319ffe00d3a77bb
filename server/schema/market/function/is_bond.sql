-- Returns whether securities of a type are bonds, like isBond in TypeScript. Bonds are priced per
-- 100 of face value.
create or replace function is_bond(security_type text) returns boolean language sql immutable as $$
  select security_type in ('BOND_NAT', 'BOND_CORP')
$$;

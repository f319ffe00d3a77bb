-- How a bond's coupon accrues. Federal bonds of Nigeria pay twice a year, by ACT/ACT (ICMA).

alter table security
  add column day_count text constraint security_day_count_known
    check (day_count in ('ACT_ACT_ICMA', 'THIRTY_360')),
  add column coupons_per_year smallint constraint security_coupons_divide_the_year
    check (coupons_per_year in (1, 2, 4, 12)),
  -- The day from which the first coupon accrues; unknown: coupons run back without end.
  add column issue_date date;

update security set day_count = 'ACT_ACT_ICMA', coupons_per_year = 2
  where security_type = 'BOND_NAT';

alter table security add constraint bond_coupon_is_told
  check (security_type <> 'BOND_NAT' or day_count is not null and coupons_per_year is not null);

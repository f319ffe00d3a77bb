-- Securities that are traded on the exchanges.

create sequence security_id increment by 50;

create table security (
  id bigint primary key,
  exchange_id bigint not null references exchange,
  name text not null constraint security_name_is_unique unique,
  label text not null,
  active boolean not null default true,
  security_type text not null check (security_type in ('EQUITY', 'BOND_NAT')),
  currency text not null,
  isin text constraint security_isin_is_unique unique,
  sector text,
  lot_size bigint not null default 1 check (lot_size > 0),
  shares_outstanding bigint check (shares_outstanding > 0),
  face_value numeric check (face_value > 0 and face_value <> 'NaN'),
  coupon_rate numeric check (coupon_rate >= 0 and coupon_rate <> 'NaN'),
  maturity_date date,
  status text not null default 'TRADING' check (status in ('TRADING', 'SUSPENDED', 'HALTED')),
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  day_count text constraint security_day_count_known
    check (day_count in ('ACT_ACT_ICMA', 'THIRTY_360')),
  coupons_per_year smallint constraint security_coupons_divide_the_year
    check (coupons_per_year in (1, 2, 4, 12)),
  -- The day from which the first coupon accrues. Null: coupon dates are counted back without limit.
  issue_date date,
  constraint bond_coupon_is_told
    check (security_type <> 'BOND_NAT' or day_count is not null and coupons_per_year is not null)
);
select hash_rows_of('security', 'id');
create index security_by_exchange on security (exchange_id, id);

-- Securities that are traded on the exchanges.

create sequence security_id increment by 50;

create table security (
  id bigint primary key,
  exchange_id bigint not null references exchange,
  name text not null constraint security_name_is_unique unique,
  label text not null,
  active boolean not null default true,
  security_type text not null check (security_type in ('EQUITY', 'BOND_NAT', 'BOND_CORP', 'RIGHT')),
  currency text not null,
  isin text constraint security_isin_is_unique unique,
  sector text,
  lot_size bigint not null default 1 check (lot_size > 0),
  shares_outstanding bigint check (shares_outstanding > 0),
  face_value numeric check (face_value > 0 and face_value <> 'NaN'),
  coupon_rate numeric check (coupon_rate >= 0 and coupon_rate <> 'NaN'),
  maturity_date date,
  status text not null default 'TRADING'
    check (status in ('TRADING', 'SUSPENDED', 'HALTED', 'DELISTED')),
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  day_count text constraint security_day_count_known
    check (day_count in ('ACT_ACT_ICMA', 'THIRTY_360')),
  coupons_per_year smallint constraint security_coupons_divide_the_year
    check (coupons_per_year in (1, 2, 4, 12)),
  -- The day on which the first coupon starts to accrue. Null: coupon dates are counted back without
  -- limit.
  issue_date date,
  issuer text,
  -- The class of withholding tax on its income. Null: no tax is withheld.
  tax_class text,
  -- The first and last dates on which a right is traded.
  tradable_from date,
  tradable_to date,
  -- The number of days from the record date of a coupon to its coupon date.
  record_days integer not null default 0 check (record_days between 0 and 60),
  -- The first date on which no interest accrues because the issuer failed to pay.
  trades_flat_from date,
  constraint bond_coupon_is_told
    check (security_type not in ('BOND_NAT', 'BOND_CORP')
      or day_count is not null and coupons_per_year is not null),
  constraint only_rights_end check ((security_type = 'RIGHT') = (tradable_to is not null)),
  check (tradable_from <= tradable_to)
);
select hash_rows_of('security', 'id');
create index security_by_exchange on security (exchange_id, id);

-- Former codes and ISINs of securities, which can still be used to find them.
create table security_alias (
  alias text not null,
  alias_kind text not null check (alias_kind in ('NAME', 'ISIN')),
  security_id bigint not null references security,
  -- The last date on which the security had this code.
  valid_to date not null,
  primary key (alias_kind, alias)
);
select hash_rows_of('security_alias', 'alias_kind, alias');
create index security_alias_by_security on security_alias (security_id);

-- The face value of a bond from a given date, after a partial redemption. Before the first such
-- date, `security.face_value` applies.
create table security_face_value (
  security_id bigint not null references security,
  valid_from date not null,
  face_value numeric not null check (face_value >= 0 and face_value <> 'NaN'),
  -- The corporate action that changed the face value.
  event_name text not null,
  primary key (security_id, valid_from)
);
select hash_rows_of('security_face_value', 'security_id, valid_from');

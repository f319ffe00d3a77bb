-- The custodians that a portfolio's orders may name.

create table portfolio_custodian (
  portfolio_id bigint not null references portfolio,
  custodian_id bigint not null references custodian,
  -- The portfolio's account at the custodian.
  account_no text,
  -- True if orders that name no custodian use this one.
  standing boolean not null,
  modified_by text not null,
  modified_at timestamptz not null,
  primary key (portfolio_id, custodian_id)
);
select hash_rows_of('portfolio_custodian', 'portfolio_id, custodian_id');
create unique index portfolio_custodian_standing on portfolio_custodian (portfolio_id)
  where standing;
create index portfolio_custodian_by_custodian on portfolio_custodian (custodian_id);

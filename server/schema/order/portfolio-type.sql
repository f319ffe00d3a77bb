-- Types of portfolios. They are reference data with names chosen by the firm.

create sequence portfolio_type_id increment by 50;

create table portfolio_type (
  id bigint primary key,
  name text not null unique,
  -- Former codes, which are accepted in place of the code.
  aliases text[] not null default '{}',
  label text not null,
  active boolean not null default true,
  -- EXCHANGE: securities that the customer trades. MANAGED: money that the firm manages.
  portfolio_class text not null check (portfolio_class in ('EXCHANGE', 'MANAGED')),
  -- Null: the firm's first exchange, for the class EXCHANGE.
  exchange_id bigint references exchange,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  check (exchange_id is null or portfolio_class = 'EXCHANGE')
);
select hash_rows_of('portfolio_type', 'id');

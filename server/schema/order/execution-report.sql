-- Execution reports of exchanges, and those that match no order.

-- Every report about an order, once per ExecID; reports with a kind are fills. An ExecID is unique
-- within one exchange order only, because some exchanges begin again at 1 every day. Those of a
-- later exchange order carry its number as prefix: 2/E17.
create table execution_report (
  id bigint generated always as identity primary key,
  exchange_id bigint not null references exchange,
  order_id bigint not null references trade_order,
  entry_no smallint not null default 1,
  exec_id text not null,
  exec_type text not null,
  ord_status text not null,
  cl_ord_id text not null,
  kind text check (kind in ('TRADE', 'CORRECT', 'CANCEL')),
  exec_ref_id text,
  quantity bigint,
  price numeric,
  trade_date date,
  exchange_order_id text,
  message_text text,
  transact_at timestamptz,
  received_at timestamptz not null,
  -- The present contract note of its trade date; 0 if the fills of that date cancel out.
  contract_note_id bigint,
  unique (order_id, exec_id)
);
select hash_rows_of('execution_report', 'id');
create index execution_report_by_order on execution_report (order_id, id);
create index execution_report_without_note on execution_report (order_id)
  where kind is not null and contract_note_id is null;

-- Reports that could not be booked, or contradict the order that they were booked on. They are work
-- items for the staff and never dropped.
create table unmatched_report (
  id bigint generated always as identity primary key,
  exchange_id bigint not null references exchange,
  -- Set if the report is about one of our orders and contradicts it.
  order_id bigint references trade_order,
  cl_ord_id text not null,
  exec_id text,
  reason text not null
    check (reason in (
      'UNKNOWN_ORDER', 'MALFORMED', 'NOT_AT_EXCHANGE', 'NOT_BOOKED',
      'DUPLICATE_EXECUTION_SUSPECTED', 'FILLS_DIFFER', 'SIDE_DIFFERS', 'SYMBOL_DIFFERS',
      'CURRENCY_DIFFERS', 'QUANTITY_DIFFERS', 'AVERAGE_PRICE_DIFFERS', 'PRICE_BEYOND_LIMIT',
      'OVERFILLED', 'UNKNOWN_EXECUTION_REFERENCE', 'POISON', 'DISPUTED', 'NEWS',
      'UNSUPPORTED')),
  message_text text not null,
  -- The report itself, so that it can be applied again.
  report jsonb not null,
  received_at timestamptz not null,
  resolved boolean not null default false,
  resolution text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null
);
select hash_rows_of('unmatched_report', 'id');
create index unmatched_report_open on unmatched_report (exchange_id, cl_ord_id) where not resolved;
create index unmatched_report_by_order on unmatched_report (order_id) where not resolved;

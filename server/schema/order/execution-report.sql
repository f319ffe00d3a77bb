-- Execution reports from exchanges, reports that match no order, and trades that we dispute.

-- Reports that could not be booked, or that contradict the order on which they were booked. They
-- become work items for staff and are never dropped.
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
      'OVERFILLED', 'UNKNOWN_EXECUTION_REFERENCE', 'SETTLEMENT_DATE_DIFFERS', 'POISON',
      'DISPUTED', 'NEWS',
      'UNSUPPORTED', 'RIGHTS_ENDED')),
  message_text text not null,
  -- The report itself, stored so that it can be booked again.
  report jsonb not null,
  received_at timestamptz not null,
  resolved boolean not null default false,
  resolution text,
  version bigint not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  modified_by text not null,
  modified_at timestamptz not null,
  -- The session that delivered the report. Null if no session did.
  session_name text,
  -- The number of alarm ages that the open report has reached. An alarm is raised at each one.
  alarm_step smallint not null default 0
);
select hash_rows_of('unmatched_report', 'id');
create index unmatched_report_open
  on unmatched_report (exchange_id, cl_ord_id, coalesce(exec_id, '')) where not resolved;
create index unmatched_report_by_order on unmatched_report (order_id, reason) where not resolved;

-- Every report about an order, once per ExecID. Reports with a kind are fills. Some exchanges
-- restart ExecIDs at 1 every day, so an ExecID is unique only within one exchange order. The
-- ExecIDs of later exchange orders are prefixed with the exchange order's number, as in 2/E17.
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
  -- The settlement date sent by the exchange.
  settlement_date date,
  exchange_order_id text,
  message_text text,
  transact_at timestamptz,
  received_at timestamptz not null,
  -- For an execution entered by a user, the work item that it settles, the exchange's own ExecID
  -- (null if unknown), and the user.
  unmatched_report_id bigint references unmatched_report,
  given_exec_id text,
  given_by text,
  -- Whether the trade was flagged cum (the buyer gets the distribution) or ex (the seller keeps
  -- it), contrary to its date: ISO 15022 TTCO//SPCU and SPEX. Reported by the exchange, or entered
  -- by a user with a reason.
  cum_ex text check (cum_ex in ('CUM', 'EX')),
  cum_ex_reason text,
  cum_ex_by text,
  cum_ex_at timestamptz,
  -- This must remain the only index over all reports that begins with the order. A second one would
  -- look equally cheap while orders have few reports, and PostgreSQL would then use it to read all
  -- reports of an order with many.
  unique (order_id, exec_id)
);
select hash_rows_of('execution_report', 'id');
-- Used to find the corrections and busts of an execution.
create index execution_report_about on execution_report (order_id, exec_ref_id)
  where kind in ('CORRECT', 'CANCEL');
-- Used to find fills with the same quantity and price, one of which may be a duplicate report of
-- another.
create index execution_report_alike on execution_report (order_id, quantity, price)
  where kind = 'TRADE';
create index execution_report_given on execution_report (exchange_id, given_exec_id)
  where given_exec_id is not null;
create index execution_report_flagged on execution_report (order_id) where cum_ex is not null;
-- Used to find fills that a user entered without the exchange's ExecID.
create index execution_report_nameless on execution_report (order_id)
  where kind = 'TRADE' and unmatched_report_id is not null and given_exec_id is null;

-- Trades that we dispute. Each becomes one Don't Know Trade message (35=Q), sent over the session
-- that delivered the trade's report. Adapters send the QUEUED ones.
create table trade_dispute (
  id bigint generated always as identity primary key,
  unmatched_report_id bigint not null unique references unmatched_report,
  exchange_id bigint not null references exchange,
  session_name text not null,
  -- REFUSED: the exchange rejected the message.
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'REFUSED')),
  dk_reason text not null check (dk_reason in (
    'UNKNOWN_SYMBOL', 'WRONG_SIDE', 'QUANTITY_EXCEEDS_ORDER', 'NO_MATCHING_ORDER',
    'PRICE_EXCEEDS_LIMIT', 'CALCULATION_DIFFERENCE', 'OTHER')),
  -- The trade as the exchange reported it.
  exchange_order_id text not null,
  exec_id text not null,
  symbol text not null,
  side text not null,
  order_quantity bigint,
  last_quantity bigint not null,
  last_price numeric not null,
  message_text text,
  requested_by text not null,
  requested_at timestamptz not null,
  sent_at timestamptz,
  refusal_text text,
  -- The numbering run in which the message was last sent, as named by the adapter. Messages of an
  -- earlier run are never requested again.
  sent_run text,
  -- When it was confirmed that the exchange had received the message. Null until then.
  received_at timestamptz,
  constraint trade_is_disputed_once unique (exchange_id, exchange_order_id, exec_id)
);
select hash_rows_of('trade_dispute', 'id');
create index trade_dispute_queued on trade_dispute (session_name, id) where state = 'QUEUED';

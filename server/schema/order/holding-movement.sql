-- The stock record: every change of a holding with its cause. Rows are never changed or removed. A
-- holding is what its movements add up to by holding_positions, on any date and as known at any
-- moment.

create table holding_movement (
  -- The sequence has no cache, and movements are inserted while their holding is locked, so the ids
  -- of a holding increase in the order of booking.
  id bigint generated always as identity primary key,
  portfolio_id bigint not null,
  security_id bigint not null,
  -- OPENING: units that the customer brought along. CHARGES: the charges of a contract note.
  kind text not null check (kind in ('OPENING', 'BUY', 'SELL', 'CHARGES')),
  -- The date from which the movement counts, which is the trade date of a fill and of its charges.
  effective_date date not null,
  quantity bigint not null,
  -- What the movement adds to the cost: the consideration or the charges of a buy.
  cost_minor bigint not null default 0,
  -- What a sale earned. The charges of a sale are negative proceeds.
  proceeds_minor bigint not null default 0,
  currency text not null,
  -- The order of a fill or of charges. Charges belong to the fills of their order and date.
  order_id bigint references trade_order,
  -- The record that caused the movement: EXECUTION with the id of the execution report,
  -- CONTRACT_NOTE with the id of the note, or OPENING with the id of the portfolio. The line number
  -- counts the movements of a cause, because it may apply again after a reversal.
  source_type text not null check (source_type in ('EXECUTION', 'CONTRACT_NOTE', 'OPENING')),
  source_id bigint not null,
  source_line integer not null default 1,
  -- The movement that this one undoes. Neither of the two then counts any more.
  reversal_of_id bigint references holding_movement,
  -- Taken while the holding is locked, so that it increases with the id.
  recorded_at timestamptz not null default clock_timestamp(),
  foreign key (portfolio_id, security_id) references holding,
  check (
    case kind
      when 'CHARGES' then quantity = 0 and (cost_minor = 0 or proceeds_minor = 0)
      when 'SELL' then (quantity < 0) = (reversal_of_id is null) and cost_minor = 0
      else (quantity > 0) = (reversal_of_id is null) and proceeds_minor = 0
    end
    and (kind in ('BUY', 'SELL', 'CHARGES')) = (order_id is not null))
);
select hash_rows_of('holding_movement', 'id');
create unique index holding_movement_has_one_cause
  on holding_movement (source_type, source_id, source_line, kind) where reversal_of_id is null;
create unique index holding_movement_is_reversed_once on holding_movement (reversal_of_id)
  where reversal_of_id is not null;
create index holding_movement_by_holding
  on holding_movement (portfolio_id, security_id, effective_date, id);
-- Rows are stored almost in this order, as in journal_by_recording.
create index holding_movement_by_recording on holding_movement using brin (recorded_at)
  with (pages_per_range = 32, autosummarize = on);
create trigger holding_movement_is_immutable before update or delete on holding_movement
  for each row execute function refuse_change();
create trigger holding_movement_stays before truncate on holding_movement
  for each statement execute function refuse_change();

-- The stock record: every change to a holding with its cause. Rows are never changed or removed.
-- Folding them with holding_positions gives the holding on any date, as known at any moment.

create table holding_movement (
  -- The sequence has no cache, and movements are inserted while their holding is locked, so the ids
  -- of a holding's movements increase in the order of booking.
  id bigint generated always as identity primary key,
  portfolio_id bigint not null,
  security_id bigint not null,
  -- OPENING: units that the customer held before. CHARGES: the charges of a contract note. The
  -- TRANSFER kinds: units from or to another firm or portfolio, free of payment. A transfer against
  -- payment is stored as a BUY or SELL with the source TRANSFER. WRITE_OFF: units lost by a
  -- transfer or a corporate action. DELIVERY: pending units become deliverable. The other kinds are
  -- the effects of a corporate action.
  kind text not null check (kind in ('OPENING', 'BUY', 'SELL', 'CHARGES', 'BONUS', 'SPLIT', 'SCRIP',
    'RIGHTS', 'TAKE_UP', 'LAPSE', 'SPIN_OFF', 'CAPITAL_RETURN', 'CASH_IN_LIEU', 'MERGER_OUT',
    'MERGER_IN', 'REDEMPTION', 'PARTIAL_REDEMPTION', 'TENDER', 'WRITE_OFF', 'DELIVERY',
    'TRANSFER_IN', 'TRANSFER_OUT')),
  -- The date on which the movement takes effect: the trade date of a fill and of its charges, or
  -- the ex-date or payment date of a corporate action.
  effective_date date not null,
  quantity bigint not null,
  -- The amount that the movement adds to the cost: the consideration or the charges of a buy. A
  -- corporate action can also reduce the cost.
  cost_minor bigint not null default 0,
  -- The proceeds of a sale. The charges of a sale are recorded as negative proceeds.
  proceeds_minor bigint not null default 0,
  currency text not null,
  -- The order to which a fill or charges belong. Null for a transfer. Charges belong to the fills
  -- of their order and date.
  order_id bigint references trade_order,
  -- The record that caused the movement: EXECUTION with the id of the execution report,
  -- CONTRACT_NOTE with the id of the note, or OPENING with the id of the portfolio. The line number
  -- counts the movements with the same cause, because a cause may apply again after a reversal.
  -- ENTITLEMENT and ELECTION have the id of that record, DELIVERY has the entitlement's id, and
  -- TRANSFER has the id of a transfer's line, whose lots the line number counts.
  source_type text not null check (source_type in ('EXECUTION', 'CONTRACT_NOTE', 'OPENING',
    'ENTITLEMENT', 'ELECTION', 'DELIVERY', 'TRANSFER')),
  source_id bigint not null,
  source_line integer not null default 1,
  -- The movement that this one undoes. Neither of the two is then in force.
  reversal_of_id bigint references holding_movement,
  -- Set while the holding is locked, so that it increases with the id.
  recorded_at timestamptz not null default clock_timestamp(),
  -- The amount that the movement adds to the realised gain. Only corporate actions set it. The gain
  -- of a sale depends on the movements before it.
  gain_minor bigint not null default 0,
  -- The units that the movement adds to the holding, but that cannot be delivered yet.
  pending_quantity bigint not null default 0,
  -- For units received by a transfer: their purchase date (null: unknown), and whether their cost
  -- is known. An unknown cost is stored as 0.
  acquired_on date check (acquired_on <= effective_date),
  cost_known boolean not null default true,
  foreign key (portfolio_id, security_id) references holding,
  check (
    case
      when kind = 'CHARGES' then quantity = 0 and (cost_minor = 0 or proceeds_minor = 0)
      when kind = 'SELL' then (quantity < 0) = (reversal_of_id is null) and cost_minor = 0
      when kind = 'TRANSFER_OUT' or kind = 'WRITE_OFF' and source_type = 'TRANSFER' then
        (quantity < 0) = (reversal_of_id is null) and cost_minor = 0 and proceeds_minor = 0
      when kind in ('OPENING', 'BUY', 'TRANSFER_IN') then
        (quantity > 0) = (reversal_of_id is null) and proceeds_minor = 0
      else true
    end
    and (kind in ('BUY', 'SELL', 'CHARGES') and source_type <> 'TRANSFER') = (order_id is not null)
    and (kind not in ('TRANSFER_IN', 'TRANSFER_OUT') or source_type = 'TRANSFER')
    and (source_type <> 'TRANSFER'
      or kind in ('TRANSFER_IN', 'TRANSFER_OUT', 'WRITE_OFF', 'BUY', 'SELL'))
    and (acquired_on is null and cost_known or kind = 'TRANSFER_IN')
    and (cost_known or cost_minor = 0)
    and (kind in ('OPENING', 'BUY', 'SELL', 'CHARGES') and source_type <> 'TRANSFER')
      = (source_type in ('EXECUTION', 'CONTRACT_NOTE', 'OPENING'))
    and (kind not in ('OPENING', 'BUY', 'SELL', 'CHARGES') and source_type <> 'TRANSFER'
      or gain_minor = 0 and pending_quantity = 0))
);
select hash_rows_of('holding_movement', 'id');
create unique index holding_movement_has_one_cause
  on holding_movement (source_type, source_id, source_line, kind) where reversal_of_id is null;
create unique index holding_movement_is_reversed_once on holding_movement (reversal_of_id)
  where reversal_of_id is not null;
create index holding_movement_by_holding
  on holding_movement (portfolio_id, security_id, effective_date, id);
-- Rows are stored roughly in time order, so a BRIN index is enough, as for journal_by_recording.
create index holding_movement_by_recording on holding_movement using brin (recorded_at)
  with (pages_per_range = 32, autosummarize = on);
create trigger holding_movement_is_immutable before update or delete on holding_movement
  for each row execute function refuse_change();
create trigger holding_movement_stays before truncate on holding_movement
  for each statement execute function refuse_change();

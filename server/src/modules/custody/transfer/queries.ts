// SQL that stores and locks transfers, and moves their units.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type {
  NewTransfer,
  TransferLine,
  TransferLot,
  TransferRow,
  TransferState,
} from './record.js';

/** Selects transfers `t` with the names of the records that they refer to. */
export const TRANSFERS: Sql = sql`
  select t.*, p.name as portfolio_name, c.name as customer_name, f.name as office_name,
    r.name as to_portfolio_name, d.name as to_customer_name, i.name as import_name
  from holding_transfer t
  join portfolio p on p.id = t.portfolio_id
  join customer c on c.id = t.customer_id
  join business_office f on f.id = t.office_id
  left join portfolio r on r.id = t.to_portfolio_id
  left join customer d on d.id = t.to_customer_id
  left join holding_transfer_import i on i.id = t.import_id`;

export async function selectTransfer(
  on: Database | Tx,
  id: bigint,
): Promise<TransferRow | undefined> {
  const [row] = await on.query<TransferRow>(sql`${TRANSFERS} where t.id = ${id}`);
  return row;
}

/** Locks a transfer and returns it; undefined if there is none. */
export async function lockTransfer(tx: Tx, id: bigint): Promise<TransferRow | undefined> {
  await tx.query(sql`select id from holding_transfer where id = ${id} for update`);
  return selectTransfer(tx, id);
}

interface LineRow extends Omit<TransferLine, 'lots'> {
  readonly transferId: bigint;
  /** Numbers are strings, so that they keep all digits. */
  readonly lots: readonly {
    readonly quantity: string;
    readonly costMinor: string | null;
    readonly acquiredOn: BusinessDate | null;
  }[];
}

/** Selects the lines of transfers, by security, with their lots. */
export async function selectLines(
  on: Database | Tx,
  transferIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, TransferLine[]>> {
  const rows = await on.query<LineRow>(sql`
    select l.holding_transfer_id as "transferId", l.id, l.security_id as "securityId",
      s.name as "securityName", s.currency, l.quantity, l.amount_minor as "amountMinor",
      l.cash_account_id as "cashAccountId", l.to_cash_account_id as "toCashAccountId",
      l.cost_basis as "costBasis", coalesce((
        select jsonb_agg(jsonb_build_object('quantity', o.quantity::text,
          'costMinor', o.cost_minor::text, 'acquiredOn', o.acquired_on) order by o.number)
        from holding_transfer_lot o where o.holding_transfer_line_id = l.id), '[]') as lots
    from holding_transfer_line l join security s on s.id = l.security_id
    where l.holding_transfer_id = any(${[...transferIds]}::bigint[])
    order by l.holding_transfer_id, l.security_id`);
  const lines = new Map<bigint, TransferLine[]>();
  for (const { transferId, lots, ...line } of rows) {
    const whole = lots.map((lot) => ({
      quantity: BigInt(lot.quantity),
      costMinor: lot.costMinor === null ? null : BigInt(lot.costMinor),
      acquiredOn: lot.acquiredOn,
    }));
    lines.set(transferId, [...(lines.get(transferId) ?? []), { ...line, lots: whole }]);
  }
  return lines;
}

/** A portfolio that units are transferred into or out of. */
export interface TransferPortfolio {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly active: boolean;
  readonly customer_status: string;
  readonly customer_workflow_status: string;
}

/** Finds a portfolio by its code. */
export async function selectPortfolio(
  tx: Tx,
  name: string,
): Promise<TransferPortfolio | undefined> {
  const [row] = await tx.query<TransferPortfolio>(sql`
    select p.id, p.customer_id, p.office_id, p.active, c.status as customer_status,
      c.workflow_status as customer_workflow_status
    from portfolio p join customer c on c.id = p.customer_id where p.name = ${name}`);
  return row;
}

/** Finds securities by current or former code. The result uses the given codes. */
export function selectSecurities(
  tx: Tx,
  names: readonly string[],
): Promise<{ readonly given: string; readonly id: bigint; readonly currency: string }[]> {
  return tx.query(sql`
    select g.name as given, s.id, s.currency
    from unnest(${[...names]}::text[]) as g (name)
    join security s on s.id = security_id_of(g.name)`);
}

/** A line to store. */
export type NewLine = Omit<TransferLine, 'id' | 'securityName' | 'currency'>;

interface Stamp {
  readonly by: string;
  readonly at: Instant;
}

/** Stores a transfer that another person has to approve. */
export async function insertTransfer(
  tx: Tx,
  { row, lines }: { readonly row: NewTransfer; readonly lines: readonly NewLine[] },
  { by, at }: Stamp,
): Promise<void> {
  await tx.query(sql`
    insert into holding_transfer (id, name, type, is_paid, portfolio_id, customer_id, office_id,
      to_portfolio_id, to_customer_id, to_office_id, import_id, effective_date,
      member_code, account_no, chn, holder, owner_change, reference, reason, state,
      creator_kind, creator_id, created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.name}, ${row.type}, ${row.is_paid}, ${row.portfolio_id},
      ${row.customer_id}, ${row.office_id}, ${row.to_portfolio_id}, ${row.to_customer_id},
      ${row.to_office_id}, ${row.import_id}, ${row.effective_date},
      ${row.member_code}, ${row.account_no}, ${row.chn},
      ${row.holder}, ${row.owner_change}, ${row.reference}, ${row.reason}, 'PENDING',
      ${row.creator_kind}, ${row.creator_id}, ${by}, ${at}, ${by}, ${at})`);
  await tx.query(sql`
    with line as (
      insert into holding_transfer_line (holding_transfer_id, number, security_id, quantity,
        amount_minor, cash_account_id, to_cash_account_id, cost_basis)
      select ${row.id}, l.number, (l.line ->> 'securityId')::bigint,
        (l.line ->> 'quantity')::bigint, (l.line ->> 'amountMinor')::bigint,
        (l.line ->> 'cashAccountId')::bigint, (l.line ->> 'toCashAccountId')::bigint,
        l.line ->> 'costBasis'
      from jsonb_array_elements(${toJson(lines)}::jsonb) with ordinality as l (line, number)
      returning id, number
    )
    insert into holding_transfer_lot (holding_transfer_line_id, number, quantity, cost_minor,
      acquired_on)
    select line.id, o.number, (o.lot ->> 'quantity')::bigint, (o.lot ->> 'costMinor')::bigint,
      (o.lot ->> 'acquiredOn')::date
    from jsonb_array_elements(${toJson(lines)}::jsonb) with ordinality as l (line, number)
    join line on line.number = l.number
    cross join lateral jsonb_array_elements(l.line -> 'lots')
      with ordinality as o (lot, number)`);
}

/** Stores the decision on a transfer that the caller has locked. */
export async function storeDecision(
  tx: Tx,
  end: {
    readonly id: bigint;
    readonly state: Exclude<TransferState, 'PENDING'>;
    readonly reason: string | undefined;
    /** The date on which units and money move; undefined leaves it unchanged. */
    readonly effectiveDate?: BusinessDate;
  },
  { by, at }: Stamp,
): Promise<void> {
  await tx.query(sql`
    update holding_transfer set state = ${end.state}, decided_by = ${by}, decided_at = ${at},
      effective_date = coalesce(${end.effectiveDate ?? null}::date, effective_date),
      decision_reason = ${end.reason ?? null}, version = version + 1, modified_by = ${by},
      modified_at = ${at}
    where id = ${end.id}`);
}

/** Sets the number of units of a holding on hold for a line. Returns false if fewer are free. */
export async function setLineHold(
  tx: Tx,
  line: Pick<TransferLine, 'id' | 'securityId'>,
  { portfolioId, units }: { readonly portfolioId: bigint; readonly units: bigint },
): Promise<boolean> {
  const [row] = await tx.query<{ done: boolean }>(sql`
    select set_unit_hold('TRANSFER', ${line.id}, ${portfolioId}, ${line.securityId}, ${units})
      as done`);
  return row?.done ?? false;
}

/** The units of a locked holding. */
interface FreeUnits {
  /** The lowest end-of-day position on a date or any later date. */
  readonly lowest: bigint;
  /**
   * The units that are neither on hold nor pending; below zero if more units are on hold than
   * exist.
   */
  readonly free: bigint;
}

/** Reads the cost of units that leave a holding at the end of a date. */
export async function selectLeavingCost(
  tx: Tx,
  holding: { readonly portfolioId: bigint; readonly securityId: bigint },
  { units, date }: { readonly units: bigint; readonly date: BusinessDate },
): Promise<bigint> {
  const { portfolioId, securityId } = holding;
  const [row] = await tx.query<{ minor: bigint }>(sql`
    select share_of(p.cost_minor, ${units}, p.quantity)::bigint as minor
    from holding_positions(${portfolioId}, ${securityId}) p
    where p.effective_date <= ${date} order by p.effective_date desc limit 1`);
  return row?.minor ?? 0n;
}

/** Reads the units that may leave a holding on a date. */
export async function selectFree(
  tx: Tx,
  holding: { readonly portfolioId: bigint; readonly securityId: bigint },
  date: BusinessDate,
): Promise<FreeUnits> {
  const { portfolioId, securityId } = holding;
  const [row] = await tx.query<FreeUnits>(sql`
    with position as (
      select effective_date, quantity from holding_positions(${portfolioId}, ${securityId})
    )
    select least(
        coalesce((select quantity from position where effective_date <= ${date}
          order by effective_date desc limit 1), 0),
        (select min(quantity) from position where effective_date > ${date})) as lowest,
      coalesce((select available_units(holding) from holding
        where portfolio_id = ${portfolioId} and security_id = ${securityId}), 0) as free`);
  return row ?? { lowest: 0n, free: 0n };
}

/** A movement of a transfer, in the form required by `move_holdings`. */
export interface TransferMove {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly kind: 'TRANSFER_IN' | 'TRANSFER_OUT' | 'WRITE_OFF' | 'BUY' | 'SELL';
  readonly effectiveDate: BusinessDate;
  readonly currency: string;
  readonly sourceType: 'TRANSFER';
  readonly sourceId: bigint;
  readonly sourceLine: number;
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly proceedsMinor: bigint;
  readonly gainMinor: bigint;
  readonly pendingQuantity: bigint;
  readonly acquiredOn: BusinessDate | null;
  readonly costKnown: boolean;
}

/**
 * Locks the holdings of transfers, in order of portfolio and security, so that transfers in
 * opposite directions cannot deadlock. Creates missing holdings.
 */
export async function lockHoldings(tx: Tx, transferIds: readonly bigint[]): Promise<void> {
  const touched = sql`
    select p.id as portfolio_id, l.security_id
    from holding_transfer t join holding_transfer_line l on l.holding_transfer_id = t.id
    cross join lateral (
      select t.portfolio_id as id union all
      select t.to_portfolio_id where t.to_portfolio_id is not null
    ) p
    where t.id = any(${[...transferIds]}::bigint[])`;
  await tx.query(sql`
    insert into holding (portfolio_id, security_id)
    select distinct portfolio_id, security_id from (${touched}) x order by 1, 2
    on conflict (portfolio_id, security_id) do nothing`);
  await tx.query(sql`
    select from holding h where (h.portfolio_id, h.security_id) in (${touched})
    order by h.portfolio_id, h.security_id for no key update`);
}

/** Stores the purchases that a line transfers to another portfolio. */
export async function insertLots(
  tx: Tx,
  lineId: bigint,
  lots: readonly TransferLot[],
): Promise<void> {
  await tx.query(sql`
    insert into holding_transfer_lot (holding_transfer_line_id, number, quantity, cost_minor,
      acquired_on)
    select ${lineId}, o.number, (o.lot ->> 'quantity')::bigint, (o.lot ->> 'costMinor')::bigint,
      (o.lot ->> 'acquiredOn')::date
    from jsonb_array_elements(${toJson(lots)}::jsonb) with ordinality as o (lot, number)`);
}

/** Stores the movements of a transfer. */
export async function moveUnits(tx: Tx, moves: readonly TransferMove[]): Promise<void> {
  await tx.query(sql`select move_holdings(${toJson(moves)}::jsonb)`);
}

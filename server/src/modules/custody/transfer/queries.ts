// SQL for transfers of units, one function per statement.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type {
  NewTransfer,
  TransferLine,
  TransferRow,
  TransferState,
  TransferType,
} from './record.js';

const SELECT: Sql = sql`
  select t.*, p.name as portfolio_name, c.name as customer_name, f.name as office_name
  from holding_transfer t
  join portfolio p on p.id = t.portfolio_id
  join customer c on c.id = t.customer_id
  join business_office f on f.id = t.office_id`;

export async function selectTransfer(
  on: Database | Tx,
  id: bigint,
): Promise<TransferRow | undefined> {
  const [row] = await on.query<TransferRow>(sql`${SELECT} where t.id = ${id}`);
  return row;
}

/** Locks a transfer and returns it; undefined if there is none. */
export async function lockTransfer(tx: Tx, id: bigint): Promise<TransferRow | undefined> {
  await tx.query(sql`select id from holding_transfer where id = ${id} for update`);
  return selectTransfer(tx, id);
}

interface LineRow extends Omit<TransferLine, 'lots'> {
  readonly transferId: bigint;
  /** Numbers are text, so that they keep all digits. */
  readonly lots: readonly {
    readonly quantity: string;
    readonly costMinor: string;
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
      s.name as "securityName", s.currency, l.quantity, l.cost_basis as "costBasis",
      coalesce((
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
      costMinor: BigInt(lot.costMinor),
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

/** Finds securities by their codes or former codes; the result has the given codes. */
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
    insert into holding_transfer (id, name, type, portfolio_id, customer_id, office_id,
      effective_date, member_code, account_no, chn, holder, owner_change, reference, reason, state,
      creator_kind, creator_id, created_by, created_at, modified_by, modified_at)
    values (${row.id}, ${row.name}, ${row.type}, ${row.portfolio_id}, ${row.customer_id},
      ${row.office_id}, ${row.effective_date}, ${row.member_code}, ${row.account_no}, ${row.chn},
      ${row.holder}, ${row.owner_change}, ${row.reference}, ${row.reason}, 'PENDING',
      ${row.creator_kind}, ${row.creator_id}, ${by}, ${at}, ${by}, ${at})`);
  await tx.query(sql`
    with line as (
      insert into holding_transfer_line (holding_transfer_id, number, security_id, quantity,
        cost_basis)
      select ${row.id}, l.number, (l.line ->> 'securityId')::bigint,
        (l.line ->> 'quantity')::bigint, l.line ->> 'costBasis'
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

/** Stores the end of a transfer that the caller has locked. */
export async function storeDecision(
  tx: Tx,
  end: {
    readonly id: bigint;
    readonly state: Exclude<TransferState, 'PENDING'>;
    readonly reason: string | undefined;
  },
  { by, at }: Stamp,
): Promise<void> {
  await tx.query(sql`
    update holding_transfer set state = ${end.state}, decided_by = ${by}, decided_at = ${at},
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
  /** The lowest position at the end of a date and of each date after it. */
  readonly lowest: bigint;
  /** The units that are neither on hold nor pending; below zero if more are on hold. */
  readonly free: bigint;
}

/** Reads the units that may be removed from a holding on a date. */
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
      coalesce((select quantity - held_quantity - pending_quantity from holding
        where portfolio_id = ${portfolioId} and security_id = ${securityId}), 0) as free`);
  return row ?? { lowest: 0n, free: 0n };
}

/** A movement of a transfer, as `move_holdings` takes it. */
export interface TransferMove {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly kind: 'TRANSFER_IN' | 'TRANSFER_OUT' | 'WRITE_OFF';
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

/** Stores the movements of a transfer. */
export async function moveUnits(tx: Tx, moves: readonly TransferMove[]): Promise<void> {
  await tx.query(sql`select move_holdings(${toJson(moves)}::jsonb)`);
}

/** Which transfers to list; an undefined member does not restrict the list. */
export interface TransferFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly portfolioId: bigint | undefined;
  readonly customerId: bigint | undefined;
  readonly officeId: bigint | undefined;
  readonly type: TransferType | undefined;
  readonly state: TransferState | undefined;
}

function matching(filter: TransferFilter): Sql {
  const { portfolioId, customerId, officeId, type, state } = filter;
  return sql`${inOffices(sql`t.office_id`, filter.offices)}
    and (${portfolioId ?? null}::bigint is null or t.portfolio_id = ${portfolioId ?? null})
    and (${customerId ?? null}::bigint is null or t.customer_id = ${customerId ?? null})
    and (${officeId ?? null}::bigint is null or t.office_id = ${officeId ?? null})
    and (${type ?? null}::text is null or t.type = ${type ?? null})
    and (${state ?? null}::text is null or t.state = ${state ?? null})`;
}

/** Selects transfers, newest first, plus one if there is a next page. */
export function selectTransfers(
  on: Database | Tx,
  filter: TransferFilter,
  page: Pick<PageRequest, 'after' | 'limit' | 'offset'>,
): Promise<TransferRow[]> {
  return on.query(sql`${SELECT}
    where ${matching(filter)} and (${page.after}::bigint is null or t.id < ${page.after})
    order by t.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countTransfers(on: Database, filter: TransferFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from holding_transfer t where ${matching(filter)}`);
}

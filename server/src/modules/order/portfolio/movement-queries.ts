// SQL for the stock record: movements are added, and holdings are folded from them.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { AddedMovement } from '../rule/holding-fold.js';

/** A movement to store. */
export interface NewMovement extends AddedMovement {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly sourceType: 'EXECUTION' | 'CONTRACT_NOTE';
  readonly sourceId: bigint;
  readonly sourceLine: number;
  readonly reversalOfId: bigint | undefined;
}

/** Stores movements in the given sequence. Their holdings must be locked. */
export async function insertMovements(tx: Tx, movements: readonly NewMovement[]): Promise<void> {
  if (movements.length === 0) return;
  const rows = movements.map((movement, place) => ({ ...movement, place }));
  await tx.query(sql`
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, proceeds_minor, currency, order_id, source_type, source_id, source_line,
      reversal_of_id)
    select m."portfolioId", m."securityId", m.kind, m."effectiveDate", m.quantity, m."costMinor",
      m."proceedsMinor", m.currency, m."orderId", m."sourceType", m."sourceId", m."sourceLine",
      m."reversalOfId"
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as m(place integer, "portfolioId" bigint,
      "securityId" bigint, kind text, "effectiveDate" date, quantity bigint, "costMinor" bigint,
      "proceedsMinor" bigint, currency text, "orderId" bigint, "sourceType" text,
      "sourceId" bigint, "sourceLine" integer, "reversalOfId" bigint)
    order by m.place`);
}

/** A holding to fold again, and the earliest date of its new movements. */
export interface Refolding {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly from: BusinessDate;
}

/** Folds locked holdings again from their stored movements, in one statement. */
export async function refoldHoldings(tx: Tx, holdings: readonly Refolding[]): Promise<void> {
  if (holdings.length === 0) return;
  await tx.query(sql`
    select refold_holdings(${holdings.map(({ portfolioId }) => portfolioId)}::bigint[],
      ${holdings.map(({ securityId }) => securityId)}::bigint[],
      ${holdings.map(({ from }) => from)}::date[])`);
}

/** A stored movement that is in force. */
export interface StandingMovement {
  readonly id: bigint;
  readonly kind: AddedMovement['kind'];
  readonly effectiveDate: BusinessDate;
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly proceedsMinor: bigint;
}

/** An execution report that causes movements. */
export interface FillCause {
  readonly sourceId: bigint;
  /** The line number of the next movement that the report causes. */
  readonly sourceLine: number;
  /** The movement in force that the report has caused, if any. */
  readonly standing: StandingMovement | undefined;
}

interface CauseRow extends Omit<StandingMovement, 'id'> {
  readonly exec_id: string;
  readonly source_id: bigint;
  readonly source_line: number;
  readonly id: bigint | null;
  readonly is_reversed: boolean;
}

/** Reads executions of an order with the movements that they caused, by ExecID. */
export async function fillCauses(
  tx: Tx,
  orderId: bigint,
  execIds: readonly string[],
): Promise<Map<string, FillCause>> {
  const rows = await tx.query<CauseRow>(sql`
    select e.exec_id, e.id as source_id, coalesce(m.source_line, 0) + 1 as source_line, m.id,
      m.kind, m.effective_date as "effectiveDate", m.quantity, m.cost_minor as "costMinor",
      m.proceeds_minor as "proceedsMinor",
      exists (select from holding_movement r where r.reversal_of_id = m.id) as is_reversed
    from execution_report e
    left join lateral (
      select * from holding_movement
      where source_type = 'EXECUTION' and source_id = e.id and reversal_of_id is null
      order by source_line desc limit 1
    ) m on true
    where e.order_id = ${orderId} and e.exec_id = any(${[...execIds]}::text[])`);
  return new Map(
    rows.map(({ exec_id, source_id, source_line, id, is_reversed, ...movement }) => {
      const standing = id === null || is_reversed ? undefined : { ...movement, id };
      return [exec_id, { sourceId: source_id, sourceLine: source_line, standing }];
    }),
  );
}

/** Reads the movement for a contract note's charges; undefined if there is none. */
export async function noteCharges(tx: Tx, noteId: bigint): Promise<StandingMovement | undefined> {
  const [charges] = await tx.query<StandingMovement>(sql`
    select id, kind, effective_date as "effectiveDate", quantity, cost_minor as "costMinor",
      proceeds_minor as "proceedsMinor"
    from holding_movement
    where source_type = 'CONTRACT_NOTE' and source_id = ${noteId} and reversal_of_id is null`);
  return charges;
}

// SQL for the positions of holdings on past dates, folded from the stock record.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { isRecordedBy } from '../../finance/index.js';

interface HoldingId {
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
}

/** Identifies a holding within a set of portfolios. */
type HoldingKey = `${bigint}/${bigint}`;

/** Returns the key of a holding. */
export function holdingKey({ portfolio_id, security_id }: HoldingId): HoldingKey {
  return `${portfolio_id}/${security_id}`;
}

/** A holding at the end of a date on which it moved; amounts in minor units. */
export interface DatedPosition {
  readonly effective_date: BusinessDate;
  readonly quantity: bigint;
  readonly cost_minor: bigint;
  readonly realised_gain_minor: bigint;
}

/** Filters for positions: the range of dates, and optionally a time. */
interface PositionsRequest {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  /** Movements recorded after this time are ignored. */
  readonly asOf?: string | undefined;
  /** The maximum number of positions to read. */
  readonly most: number;
}

/**
 * Reads the positions of holdings by date, earliest first: for each holding, the last position on
 * or before the start of the range, and every later one within the range. Undefined if there are
 * more than the caller allows.
 */
export async function positionsBetween(
  on: Database | Tx,
  holdings: readonly HoldingId[],
  { from, to, asOf, most }: PositionsRequest,
): Promise<Map<HoldingKey, DatedPosition[]> | undefined> {
  const positions = new Map<HoldingKey, DatedPosition[]>(
    holdings.map((holding) => [holdingKey(holding), []]),
  );
  if (holdings.length === 0) return positions;
  const rows = await on.query<DatedPosition & HoldingId>(sql`
    select portfolio_id, security_id, effective_date, quantity, cost_minor, realised_gain_minor
    from (
      select k.portfolio_id, k.security_id, p.*, lead(p.effective_date)
        over (partition by k.portfolio_id, k.security_id order by p.effective_date) as until
      from unnest(${holdings.map(({ portfolio_id }) => portfolio_id)}::bigint[],
        ${holdings.map(({ security_id }) => security_id)}::bigint[])
        as k (portfolio_id, security_id)
      cross join lateral holding_positions(k.portfolio_id, k.security_id,
        ${asOf ?? 'infinity'}::timestamptz) p
      where p.effective_date <= ${to}
    ) dated
    where until is null or until > ${from}
    order by portfolio_id, security_id, effective_date limit ${most + 1}`);
  if (rows.length > most) return undefined;
  for (const row of rows) positions.get(holdingKey(row))?.push(row);
  return positions;
}

interface BroughtRow extends HoldingId {
  readonly effective_date: BusinessDate;
  readonly quantity: bigint;
}

/**
 * The dates after `after`, up to and including `to`, and the time after which recorded movements
 * are ignored.
 */
export interface BroughtRange {
  readonly after: BusinessDate;
  readonly to: BusinessDate;
  readonly knownAt?: string | undefined;
}

/**
 * Selects the units that were transferred into portfolios after one date and up to another. Units
 * transferred out are negative.
 */
export function selectBrought(
  tx: Tx,
  portfolioIds: readonly bigint[],
  { after, to, knownAt }: BroughtRange,
): Promise<BroughtRow[]> {
  return tx.query(sql`
    select portfolio_id, security_id, effective_date, sum(quantity)::bigint as quantity
    from holding_movement
    where portfolio_id = any(${[...portfolioIds]}::bigint[])
      and kind in ('OPENING', 'TRANSFER_IN', 'TRANSFER_OUT')
      and effective_date > ${after} and effective_date <= ${to}
      and ${isRecordedBy(sql`recorded_at`, knownAt)}
    group by 1, 2, 3 having sum(quantity) <> 0 order by 3, 1, 2`);
}

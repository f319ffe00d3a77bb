// The commercial paper and bills that customers have on dates, at their book value.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { groupedBy } from '../../../platform/collection/grouped.js';
import type { Tx } from '../../../platform/database/database.js';
import { addMoney } from '../../../platform/money/money.js';
import type { Holders } from '../../party/index.js';
import { ASSET_POSITION } from '../limits.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import type { WithholdingRule } from '../tax/withholding-tax.js';
import type { DiscountedKind } from './kind.js';
import { type EndRow, selectEnds, selectPaperPositions } from './position-queries.js';
import { type DiscountedRow, positionOf } from './record.js';
import { accruedOn } from './valuation.js';

/** A discounted instrument or treasury bill on a date; amounts are in minor units. */
export interface PaperPosition {
  readonly id: bigint;
  readonly customerId: bigint;
  readonly kind: DiscountedKind;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly portfolioName: string | null;
  readonly maturityDate: BusinessDate;
  readonly faceMinor: bigint;
  readonly costMinor: bigint;
  /** The book value, less the tax expected on what it is above the cost. */
  readonly valueMinor: bigint;
  /** The tax expected on what the book value is above the cost. */
  readonly taxMinor: bigint;
}

/** Returns the discounted instruments and bills of customers on a date up to the business date. */
export async function paperPositions(
  tx: Tx,
  holders: Holders,
  date: BusinessDate,
): Promise<PaperPosition[] | undefined> {
  const positions = await paperPositionsOn(tx, holders, [date]);
  return positions && (positions.get(date) ?? []);
}

/**
 * Returns the discounted instruments and bills of customers on each of some dates, which are in
 * order and not after the business date. Undefined if there are too many.
 */
export async function paperPositionsOn(
  tx: Tx,
  holders: Holders,
  dates: readonly BusinessDate[],
): Promise<Map<BusinessDate, PaperPosition[]> | undefined> {
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return new Map();
  const rows = await selectPaperPositions(tx, holders, { from, to });
  if (rows.length > ASSET_POSITION.rowsMax * holders.customerIds.length) return undefined;
  if (rows.length === 0) return new Map();
  const rules = await withholdingRules(tx);
  const ids = rows.map(({ id }) => id);
  const ends = groupedBy(
    await selectEnds(tx, ids, holders.knownAt),
    ({ instrument_id }) => instrument_id,
  );
  const known = rows.map((row) => ({
    row,
    rules,
    ends: ends.get(row.id) ?? [],
  }));
  return new Map(
    dates.map((date) => [
      date,
      known.filter((each) => isHeld(each, date)).map((each) => paperOn(each, date)),
    ]),
  );
}

interface Known {
  readonly row: DiscountedRow;
  readonly rules: readonly WithholdingRule[];
  readonly ends: readonly EndRow[];
}

function isHeld({ row, ends }: Known, date: BusinessDate): boolean {
  return row.start_date <= date && !ends.some((end) => !end.is_part && end.booked_date <= date);
}

// The row has what is left now, so parts that ended later are added again.
function paperOn({ row, rules, ends }: Known, date: BusinessDate): PaperPosition {
  const later = ends.filter((end) => end.is_part && end.booked_date > date);
  const position = positionOf({
    ...row,
    face_value_minor: later.reduce((sum, end) => sum + end.face_minor, row.face_value_minor),
    cost_minor: later.reduce((sum, end) => sum + end.cost_minor, row.cost_minor),
  });
  const { net, tax } = accruedOn(position, date, rulesOn(rules, row, row.payment_date));
  return {
    id: row.id,
    customerId: row.customer_id,
    kind: row.kind,
    name: row.name,
    label: row.label,
    currency: row.currency,
    portfolioName: row.portfolio_name,
    maturityDate: row.maturity_date,
    faceMinor: position.face.minor,
    costMinor: position.cost.minor,
    valueMinor: addMoney(position.cost, net).minor,
    taxMinor: tax.minor,
  };
}

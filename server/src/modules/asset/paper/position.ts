// Customers' commercial paper and bills on given dates, at book value or priced at a market
// discount rate.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { groupedBy } from '../../../platform/collection/grouped.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { addMoney, subtractMoney } from '../../../platform/money/money.js';
import type { Holders } from '../../party/index.js';
import { ASSET_POSITION } from '../limits.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import { netOfTax, type WithholdingRule } from '../tax/withholding-tax.js';
import { marketPrice } from './discount.js';
import type { DiscountedKind } from './kind.js';
import { type EndRow, selectEnds, selectPaperPositions } from './position-queries.js';
import { carryingValue, type DiscountedRow, positionOf } from './record.js';
import { accruedOn } from './valuation.js';

/** A discounted instrument or treasury bill on a date. Amounts are in minor units. */
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
  /** The book value, less expected tax on its excess over the cost. */
  readonly valueMinor: bigint;
  /** Expected tax on the excess of the book value over the cost. */
  readonly taxMinor: bigint;
  /** Returns the remaining discount until maturity, and the tax on it. */
  readonly earned: () => { readonly grossMinor: bigint; readonly taxMinor: bigint };
  /** The commercial paper type or bill issue. */
  readonly issueId: bigint;
  /**
   * Values the holding at a market discount rate in percent. Returns undefined if the price would
   * not be above zero.
   */
  readonly atMarket: (ratePercent: Decimal) => MarketWorth | undefined;
}

/** The value of a position at a market discount rate, in minor units. */
interface MarketWorth {
  /** The price, less expected tax on its excess over the cost. */
  readonly valueMinor: bigint;
  readonly taxMinor: bigint;
  /** The price less the book value, before tax. */
  readonly aboveBookMinor: bigint;
}

/**
 * Returns customers' discounted instruments and bills as of a date that is not after the business
 * date.
 */
export async function paperPositions(
  tx: Tx,
  holders: Holders,
  date: BusinessDate,
): Promise<PaperPosition[] | undefined> {
  const positions = await paperPositionsOn(tx, holders, [date]);
  return positions && (positions.get(date) ?? []);
}

/**
 * Returns customers' discounted instruments and bills on several dates, in ascending order and not
 * after the business date. Returns undefined if there are too many instruments.
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

// The row contains only the current remainder, so parts that ended after the date are added back.
function paperOn({ row, rules, ends }: Known, date: BusinessDate): PaperPosition {
  const later = ends.filter((end) => end.is_part && end.booked_date > date);
  const position = positionOf({
    ...row,
    face_value_minor: later.reduce((sum, end) => sum + end.face_minor, row.face_value_minor),
    cost_minor: later.reduce((sum, end) => sum + end.cost_minor, row.cost_minor),
  });
  const due = rulesOn(rules, row, row.payment_date);
  const { net, tax } = accruedOn(position, date, due);
  const atMarket = (ratePercent: Decimal): MarketWorth | undefined => {
    const price = marketPrice(position, ratePercent, date);
    if (price === undefined) return undefined;
    const { net: gain, tax: taken } = netOfTax(subtractMoney(price, position.cost), due);
    return {
      valueMinor: addMoney(position.cost, gain).minor,
      taxMinor: taken.minor,
      aboveBookMinor: price.minor - carryingValue(position, date).minor,
    };
  };
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
    earned: () => {
      const whole = netOfTax(subtractMoney(position.face, position.cost), due);
      return { grossMinor: whole.gross.minor, taxMinor: whole.tax.minor };
    },
    issueId: row.type_id,
    atMarket,
  };
}

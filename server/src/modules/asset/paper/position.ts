// The commercial paper and bills that a customer has on a date, at their book value.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { addMoney } from '../../../platform/money/money.js';
import { rulesOn, withholdingRules } from '../tax/rule.js';
import type { DiscountedKind } from './kind.js';
import { selectPaperPositions } from './position-queries.js';
import { positionOf } from './record.js';
import { accruedOn } from './valuation.js';

/** A discounted instrument or treasury bill on a date; amounts are in minor units. */
export interface PaperPosition {
  readonly id: bigint;
  readonly kind: DiscountedKind;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  readonly portfolioName: string | null;
  readonly faceMinor: bigint;
  readonly costMinor: bigint;
  /** The book value, less the tax expected on what it is above the cost. */
  readonly valueMinor: bigint;
}

/** Returns the discounted instruments and bills of a customer on a date up to the business date. */
export async function paperPositions(
  tx: Tx,
  customerId: bigint,
  date: BusinessDate,
): Promise<PaperPosition[]> {
  const rows = await selectPaperPositions(tx, customerId, date);
  if (rows.length === 0) return [];
  const rules = await withholdingRules(tx);
  return rows.map((row) => {
    const position = positionOf({
      ...row,
      face_value_minor: row.held_face_minor,
      cost_minor: row.held_cost_minor,
    });
    const { net } = accruedOn(position, date, rulesOn(rules, row, row.payment_date));
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      label: row.label,
      currency: row.currency,
      portfolioName: row.portfolio_name,
      faceMinor: position.face.minor,
      costMinor: position.cost.minor,
      valueMinor: addMoney(position.cost, net).minor,
    };
  });
}

// SQL for price adjustments due to corporate actions.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** The price of a security at an ex-date. */
interface PriceAround {
  /** The last price, or the close before the ex-date if the security has traded since. */
  readonly price: Decimal;
  readonly hasTraded: boolean;
}

/** Locks a security's price and returns it; undefined if there is no price before the ex-date. */
export async function lockPriceAround(
  tx: Tx,
  securityId: bigint,
  exDate: BusinessDate,
): Promise<PriceAround | undefined> {
  const [row] = await tx.query<{
    last: Decimal;
    has_traded: boolean;
    close_before: Decimal | null;
  }>(sql`
    select p.last, (p.price_date >= ${exDate} and p.volume > 0) or exists (
        select from security_price_day d
        where d.security_id = p.security_id and d.price_date >= ${exDate} and d.volume > 0
      ) as has_traded, (
        select d.close from security_price_day d
        where d.security_id = p.security_id and d.price_date < ${exDate}
        order by d.price_date desc limit 1
      ) as close_before
    from security_price p where p.security_id = ${securityId} for no key update of p`);
  if (row === undefined) return undefined;
  const price = row.has_traded ? row.close_before : row.last;
  return price === null ? undefined : { price, hasTraded: row.has_traded };
}

/** Sets the reference price of a security that has not traded yet on its price date. */
export async function storeReference(
  tx: Tx,
  securityId: bigint,
  reference: Decimal,
): Promise<void> {
  await tx.query(sql`
    update security_price set previous_close = ${reference.toFixed()}::numeric,
      last = ${reference.toFixed()}::numeric
    where security_id = ${securityId}`);
}

/** The price adjustment of one corporate action: (price - amount) x factor. */
export interface PriceAdjustment {
  readonly exDate: BusinessDate;
  readonly factor: Decimal;
  readonly amount: Decimal;
  /** The close before the ex-date; null if the security had no price. */
  readonly closeBefore: Decimal | null;
}

interface Dividend {
  /** The part of the amount that is a cash dividend, from which an order may be exempt. */
  readonly dividend: Decimal;
}

/** An adjustment to store. */
interface NewPriceAdjustment extends PriceAdjustment, Dividend {
  readonly securityId: bigint;
  readonly eventName: string;
  readonly reference: Decimal | undefined;
}

/** Stores an adjustment, once per security, ex-date and event. */
export async function insertAdjustment(tx: Tx, added: NewPriceAdjustment): Promise<void> {
  await tx.query(sql`
    insert into price_adjustment (security_id, ex_date, event_name, factor, amount, dividend,
      close_before, reference_price)
    values (${added.securityId}, ${added.exDate}, ${added.eventName}, ${added.factor.toFixed()},
      ${added.amount.toFixed()}, ${added.dividend.toFixed()},
      ${added.closeBefore?.toFixed() ?? null}, ${added.reference?.toFixed() ?? null})
    on conflict (security_id, ex_date, event_name) do nothing`);
}

/** Corrects the adjustment of a corporate action whose terms have changed. */
export async function correctAdjustment(
  tx: Tx,
  eventName: string,
  { exDate, factor, amount, dividend }: Omit<PriceAdjustment, 'closeBefore'> & Dividend,
): Promise<void> {
  await tx.query(sql`
    update price_adjustment set ex_date = ${exDate}, factor = ${factor.toFixed()},
      amount = ${amount.toFixed()}, dividend = ${dividend.toFixed()}
    where event_name = ${eventName}`);
}

/** Removes the adjustment of a cancelled corporate action. */
export async function removeAdjustment(tx: Tx, eventName: string): Promise<void> {
  await tx.query(sql`delete from price_adjustment where event_name = ${eventName}`);
}

/** Selects a security's adjustments with ex-dates after a date, earliest first. */
export function selectAdjustments(
  on: Database | Tx,
  securityId: bigint,
  after: BusinessDate,
): Promise<PriceAdjustment[]> {
  return on.query<PriceAdjustment>(sql`
    select ex_date as "exDate", factor, amount, close_before as "closeBefore"
    from price_adjustment where security_id = ${securityId} and ex_date > ${after}
    order by ex_date, event_name`);
}

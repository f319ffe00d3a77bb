// The bonds of the simulated year: a federal bond that is redeemed, a corporate bond that is partly
// repaid and then called, and a bond whose issuer defaults.

import { addBusinessDays } from '../../../src/platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { EventKey, YearDesk } from './desk.js';
import type { EventModel } from './model.js';
import type { Listed } from './terms.js';

const FACE = 1000;
const REDEEMED_PERCENT = 25;

const TERMS = { faceValue: FACE, couponsPerYear: 4, previousClose: 98 } as const;

/** The bonds to list, each of which ends in a different way. */
export const BONDS = [
  { ...TERMS, name: 'FEDERAL', securityType: 'BOND_NAT', couponRate: 12.35 },
  { ...TERMS, name: 'CALLED', securityType: 'BOND_CORP', couponRate: 15.5 },
  { ...TERMS, name: 'DEFAULT', securityType: 'BOND_CORP', couponRate: 17.25 },
] as const;

/** A corporate action of a bond that a person announces. */
interface BondEvent {
  readonly bond: string;
  readonly on: BusinessDate;
  readonly terms: object;
}

/** Returns the announcements about the bonds within a number of business days from a date. */
export function bondEvents(desk: YearDesk, start: BusinessDate, days: number): BondEvent[] {
  const at = (part: number) => addBusinessDays(start, Math.floor(days * part), desk.calendar);
  const after = (date: BusinessDate, count: number) => addBusinessDays(date, count, desk.calendar);
  const terms = (on: BusinessDate, more: object) => ({
    ...{ status: 'CONFIRMED', exDate: after(on, 3), ...more },
  });
  const [partly, defaulted, called] = [at(0.25), at(0.4), at(0.6)];
  const option = { number: 1, type: 'CASH', isDefault: true };
  return [
    {
      ...{ bond: 'CALLED', on: partly },
      terms: terms(partly, {
        ...{ kind: 'PCAL', paymentDate: after(partly, 3) },
        options: [{ ...option, percent: REDEEMED_PERCENT }],
      }),
    },
    { bond: 'DEFAULT', on: defaulted, terms: terms(defaulted, { kind: 'DFLT' }) },
    {
      ...{ bond: 'CALLED', on: called },
      terms: terms(called, {
        ...{ kind: 'MCAL', paymentDate: after(called, 4) },
        options: [{ ...option, pricePer100: 102 }],
      }),
    },
  ];
}

interface BondRow {
  readonly id: bigint;
  readonly kind: string;
  readonly security_id: bigint;
  readonly ex_date: string;
  readonly income: string | null;
  readonly principal: string | null;
  readonly is_corporate: boolean;
}

/**
 * Reads the bonds' events, including those that the program created, in the model's form. A partial
 * redemption before an event lowers the face value.
 */
export async function bondModels(
  { db }: YearDesk,
  bonds: readonly Listed[],
): Promise<EventModel[]> {
  const rows = await db.query<BondRow>(sql`
    with bond_event as (
      select a.*, o.cash_per_unit, o.price_per_100, o.percent,
        ${FACE}::numeric * case when exists (
          select from corporate_action p
          where p.security_id = a.security_id and p.kind = 'PCAL' and p.status <> 'CANCELLED'
            and p.ex_date < a.ex_date
        ) then ${100 - REDEEMED_PERCENT}::numeric / 100 else 1 end as face
      from corporate_action a
      join corporate_action_option o on o.corporate_action_id = a.id
      where a.security_id = any(${bonds.map(({ id }) => id)}::bigint[])
        and a.status <> 'CANCELLED' and a.kind <> 'DFLT'
    )
    select b.id, b.kind, b.security_id, b.ex_date, s.security_type = 'BOND_CORP' as is_corporate,
      trim_scale(b.cash_per_unit * b.face / 100)::text as income,
      trim_scale(case b.kind when 'PCAL' then b.face * b.percent / 100
        when 'INTR' then null else b.face * coalesce(b.price_per_100, 100) / 100 end)::text
        as principal
    from bond_event b join security s on s.id = b.security_id`);
  return rows.map((row) => ({
    ...{ id: row.id, securityId: row.security_id, exDate: row.ex_date, movesOn: row.ex_date },
    ...{ isTaxed: row.is_corporate, isTaxedForAll: true, isForSettled: row.kind === 'INTR' },
    options: [
      {
        ...{ number: 1, takesRest: true },
        ...(row.income === null ? {} : { income: row.income }),
        ...(row.principal === null ? {} : { principal: row.principal }),
        ...(['REDM', 'MCAL'].includes(row.kind) ? { leaves: '100' } : {}),
      },
    ],
  }));
}

/** The issuer of a bond fails to pay its first coupon, and pays it a few days later. */
export class LateCoupon {
  readonly #desk: YearDesk;
  readonly #bond: string;
  #event: EventKey | undefined;
  #paysOn: BusinessDate | undefined;

  constructor(desk: YearDesk, bond: string) {
    this.#desk = desk;
    this.#bond = bond;
  }

  async act(date: BusinessDate): Promise<void> {
    if (this.#event === undefined) return this.#fail(date);
    if (this.#paysOn !== date) return;
    await this.#record(this.#event, 'CONFIRMED');
  }

  async #fail(date: BusinessDate): Promise<void> {
    const [due] = await this.#desk.db.query<EventKey>(sql`
      select a.id, a.name from corporate_action a join security s on s.id = a.security_id
      where s.name = ${this.#bond} and a.kind = 'INTR' and a.status = 'CONFIRMED'
        and a.progress = 'ENTITLED'`);
    if (due === undefined) return;
    this.#event = due;
    this.#paysOn = addBusinessDays(date, 5, this.#desk.calendar);
    await this.#record(due, 'DEFAULTED');
  }

  async #record({ id, name }: EventKey, status: string): Promise<void> {
    const path = `/api/v1/custody/corporate-action/id/${id}`;
    const { body } = await this.#desk.as('ADMIN').get(path);
    const { kind, securityName, exDate, qualificationDate, paymentDate, label, options } = body;
    const dates = { exDate, qualificationDate, paymentDate };
    await this.#desk.announce({ name, kind, securityName, status, label, options, ...dates });
  }
}

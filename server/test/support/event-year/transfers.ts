// Random transfers of units between different customers' portfolios: free of payment (some with an
// earlier effective date) and against payment.

import assert from 'node:assert/strict';
import type { Random } from '../../../src/exchanges/simulator/random.js';
import { addBusinessDays } from '../../../src/platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Holder, YearDesk } from './desk.js';
import type { UnitChange } from './model.js';
import type { Listed } from './terms.js';

const TRANSFER = '/api/v1/custody/holding-transfer';
const EARLIER_DAYS_MAX = 3;

/** The number of settled transfers of each type, and of refused ones. */
export interface TransferCounts {
  free: number;
  earlier: number;
  paid: number;
  refused: number;
}

export class Transfers {
  readonly counts: TransferCounts = { free: 0, earlier: 0, paid: 0, refused: 0 };
  readonly #desk: YearDesk;
  readonly #random: Random;
  readonly #changes: UnitChange[] = [];

  constructor(desk: YearDesk, random: Random) {
    this.#desk = desk;
    this.#random = random;
  }

  /** The units that settled transfers have moved. */
  changes(): readonly UnitChange[] {
    return this.#changes;
  }

  /** Transfers units of one of the securities on some days. */
  async act(date: BusinessDate, securities: readonly Listed[]): Promise<void> {
    const random = this.#random;
    if (!random.percent(40)) return;
    const { holders, calendar } = this.#desk;
    const security = securities[random.below(securities.length)];
    const from = holders[random.below(holders.length)];
    const to = holders.filter(({ id }) => id !== from?.id)[random.below(holders.length - 1)];
    if (security === undefined || from === undefined || to === undefined) return;
    const free = await this.#freeUnits(from, security);
    if (free <= 0n) return;
    const quantity = BigInt(random.between(1, Number(free < 400n ? free : 400n)));
    const isPaid = random.percent(40);
    const earlier = isPaid || random.percent(50) ? 0 : random.between(1, EARLIER_DAYS_MAX);
    const effectiveDate = addBusinessDays(date, -earlier, calendar);
    const line = { securityName: await this.#nameOf(security), quantity: String(quantity) };
    const sort = isPaid
      ? { lines: [{ ...line, amount: Number(quantity) * 11.5 }] }
      : { lines: [line], ownerChange: 'GIFT', reason: 'gift' };
    const body = { ...sort, portfolioName: from.name, toPortfolioName: to.name, effectiveDate };
    if (!(await this.#settle({ type: 'INTERNAL', ...body }))) return;
    if (isPaid) this.counts.paid += 1;
    else if (earlier > 0) this.counts.earlier += 1;
    else this.counts.free += 1;
    const change = { securityId: security.id, date: effectiveDate };
    this.#changes.push({ ...change, portfolioId: from.id, quantity: -quantity });
    this.#changes.push({ ...change, portfolioId: to.id, quantity });
  }

  // A transfer is refused if the units were not there on the date, or if money is missing.
  async #settle(body: object): Promise<boolean> {
    const made = await this.#desk.as('ADMIN').post(`${TRANSFER}/create`, body);
    assert.ok([201, 422].includes(made.status), made.text);
    if (made.status !== 201) {
      this.counts.refused += 1;
      return false;
    }
    const path = `${TRANSFER}/approve/id/${made.body.id}`;
    const approved = await this.#desk.as('APPROVER').put(path, {});
    assert.equal(approved.status, 200, approved.text);
    return true;
  }

  async #freeUnits(holder: Holder, { id }: Listed): Promise<bigint> {
    const [row] = await this.#desk.db.query<{ free: bigint }>(sql`
      select quantity - held_quantity - pending_quantity as free from holding
      where portfolio_id = ${holder.id} and security_id = ${id}`);
    return row?.free ?? 0n;
  }

  // Reads the current code, because a corporate action may have changed it.
  async #nameOf({ id }: Listed): Promise<string> {
    const [row] = await this.#desk.db.query<{ name: string }>(
      sql`select name from security where id = ${id}`,
    );
    return row?.name ?? '';
  }
}

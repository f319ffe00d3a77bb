// Fixture: holders of a share and of its rights, and events that give them a choice.

import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { addShare } from '../../support/stored-event.js';
import type { Depositor } from '../asset/app.js';
import { type MoneyApp, startMoneyApp } from './money-app.js';

export const ELECTION = '/api/v1/custody/election';

export interface Portfolio {
  readonly id: bigint;
  readonly name: string;
}

export interface Choice {
  readonly id: bigint;
  readonly name: string;
  readonly securityId: bigint;
  /** The security of the new units, for a call on rights. */
  readonly shareId: bigint;
}

export interface ElectionDesk extends MoneyApp {
  portfolioOf(holder: Depositor): Promise<Portfolio>;
  /** A call on rights at a price, with the options EXER, OVER and LAPS. */
  call(terms?: { readonly price?: string; readonly deadline?: string }): Promise<Choice>;
  /** A tender offer of 45.00, with the options CASH and NOAC. */
  tender(terms?: { readonly deadline?: string; readonly paymentDate?: string }): Promise<Choice>;
  /** Gives a portfolio units of a security. Their cost is in minor units. */
  give(portfolio: Portfolio, securityId: bigint, brought: Brought): Promise<void>;
  holding(portfolio: Portfolio, securityId: bigint): Promise<Json>;
  submit(event: Choice, portfolio: Portfolio, body: object): Promise<Json>;
  election(id: number | bigint): Promise<Json>;
  /** The customer's money on hold, in minor units. */
  heldOf(holder: Depositor): Promise<bigint>;
  moveDeadline(event: Choice, to: string): Promise<void>;
}

let count = 0;

export async function openElectionDesk(): Promise<ElectionDesk> {
  const app = await startMoneyApp();
  const { db } = app;
  const store = async (kind: string, terms: EventTerms): Promise<Choice> => {
    count += 1;
    const shareId = await addShare(db, `CHOICE${count}`);
    const securityId = kind === 'EXRI' ? await rightOf(app, count) : shareId;
    const [row] = await db.query<{ id: bigint; name: string }>(sql`
      insert into corporate_action (id, name, label, kind, participation, security_id, status,
        progress, entitled_version, qualification_date, ex_date, payment_date, deadline,
        claim_days, register_basis, created_by, created_at, modified_by, modified_at)
      values (nextval('corporate_action_id'), ${`CHOICE${count}`}, ${`Choice ${count}`}, ${kind},
        'VOLU', ${securityId}, 'CONFIRMED', 'ENTITLED', 1, '2026-01-02', '2026-01-02',
        ${terms.paymentDate ?? null}::date, ${terms.deadline ?? '2099-01-01T00:00:00Z'}, 20,
        'TRADED', 'test', now(), 'test', now()) returning id, name`);
    assert.ok(row);
    for (const option of terms.options) await addOption(app, row.id, option(shareId));
    return { ...row, securityId, shareId };
  };
  return {
    ...app,
    portfolioOf: async (holder) => {
      const [row] = await db.query<{ id: bigint; name: string }>(sql`
        select id, name from portfolio where customer_id = ${holder.id} order by id limit 1`);
      assert.ok(row);
      return row;
    },
    call: ({ price = '36', deadline } = {}) =>
      store('EXRI', {
        deadline,
        options: [
          (share) => ({ number: 1, type: 'EXER', price, newSecurityId: share }),
          () => ({ number: 2, type: 'OVER', price }),
          () => ({ number: 3, type: 'LAPS', isDefault: true }),
        ],
      }),
    tender: ({ deadline, paymentDate = '2026-02-02' } = {}) =>
      store('TEND', {
        deadline,
        paymentDate,
        options: [
          () => ({ number: 1, type: 'CASH', cashPerUnit: '45' }),
          () => ({ number: 2, type: 'NOAC', isDefault: true }),
        ],
      }),
    give: (portfolio, securityId, brought) => giveUnits(db, { portfolio, securityId, brought }),
    holding: async (portfolio, securityId) => {
      const [row] = await db.query<Json>(sql`
        select quantity, held_quantity, pending_quantity, cost_minor, realised_gain_minor
        from holding where portfolio_id = ${portfolio.id} and security_id = ${securityId}`);
      return row;
    },
    submit: (event, portfolio, body) =>
      app.as('DEALER').post(`${ELECTION}/submit`, {
        ...{ eventName: event.name, portfolioName: portfolio.name, optionNumber: 1, ...body },
      }),
    election: async (id) => (await app.as('DEALER').get(`${ELECTION}/id/${id}`)).body,
    heldOf: async (holder) => {
      const [row] = await db.query<{ held: bigint }>(sql`
        select coalesce(sum(h.amount_minor), 0)::bigint as held from cash_hold h
        join account a on a.id = h.account_id where a.customer_id = ${holder.id}`);
      return row?.held ?? 0n;
    },
    moveDeadline: async (event, to) => {
      await db.query(sql`update corporate_action set deadline = ${to} where id = ${event.id}`);
    },
  };
}

/** Units, their cost, and how many of them are pending. */
type Brought = readonly [units: bigint, costMinor: bigint, pending?: bigint];

interface Given {
  readonly portfolio: { readonly id: bigint };
  readonly securityId: bigint;
  readonly brought: Brought;
}

async function giveUnits(db: ElectionDesk['db'], given: Given): Promise<void> {
  const { portfolio, securityId } = given;
  const [units, costMinor, pendingQuantity = 0n] = given.brought;
  const move = {
    ...{ portfolioId: portfolio.id, securityId, kind: 'BONUS', effectiveDate: '2026-01-01' },
    ...{ quantity: units, costMinor, proceedsMinor: 0, gainMinor: 0, pendingQuantity },
    ...{ currency: 'NGN', sourceType: 'ENTITLEMENT', sourceLine: 1 },
  };
  count += 1;
  const json = JSON.stringify([{ ...move, sourceId: 1_000_000 + count }], (_, value) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  await db.query(sql`select move_holdings(${json}::jsonb)`);
}

interface EventTerms {
  readonly deadline?: string | undefined;
  readonly paymentDate?: string;
  readonly options: readonly ((shareId: bigint) => OptionTerms)[];
}

interface OptionTerms {
  readonly number: number;
  readonly type: string;
  readonly isDefault?: boolean;
  readonly price?: string;
  readonly cashPerUnit?: string;
  readonly newSecurityId?: bigint;
}

async function rightOf({ db }: MoneyApp, place: number): Promise<bigint> {
  const id = await addShare(db, `RIGHT${place}`);
  await db.query(sql`
    update security set security_type = 'RIGHT', tradable_from = '2026-01-01',
      tradable_to = '2026-01-01' where id = ${id}`);
  return id;
}

async function addOption({ db }: MoneyApp, eventId: bigint, option: OptionTerms): Promise<void> {
  const isTakeUp = option.newSecurityId !== undefined;
  await db.query(sql`
    insert into corporate_action_option (corporate_action_id, number, type, is_default, price,
      cash_per_unit, currency, new_units, old_units, new_security_id)
    values (${eventId}, ${option.number}, ${option.type}, ${option.isDefault ?? false},
      ${option.price ?? null}::numeric, ${option.cashPerUnit ?? null}::numeric, 'NGN',
      ${isTakeUp ? 1 : null}::bigint, ${isTakeUp ? 1 : null}::bigint,
      ${option.newSecurityId ?? null}::bigint)`);
}

// Starts an app in which tests fill a customer's accounts, portfolios and funds as they need.

import assert from 'node:assert/strict';
import { addTermInstrumentType } from '../../../src/modules/asset/index.js';
import { openCustomerAccount } from '../../../src/modules/finance/account/account.js';
import { customerCash, firmAccount, postJournal } from '../../../src/modules/finance/index.js';
import { openPortfolio } from '../../../src/modules/order/index.js';
import { createCustomer } from '../../../src/modules/party/index.js';
import { present } from '../../../src/platform/assert.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json } from '../../support/app.js';
import { addShare } from '../../support/stored-event.js';
import { type Depositor, FIXED } from '../asset/app.js';
import { type DiscountedApp, startDiscountedApp } from '../asset/discounted-app.js';

export const CUSTOMER = '/api/v1/wealth/valuation/customer/id';
export const PORTFOLIO = '/api/v1/wealth/valuation/portfolio/id';

/** A bar of a price history: the date, the close and the units traded. */
type Bar = readonly [date: string, close: number, volume: number];

/** A portfolio with its code. */
export interface Portfolio {
  readonly id: bigint;
  readonly name: string;
}

export interface WealthApp extends DiscountedApp {
  /** Creates a customer without money. */
  holder(): Promise<Depositor>;
  /** Opens a portfolio in naira. */
  portfolio(owner: Depositor): Promise<Portfolio>;
  /** Adds a share with its price history. The last bar is its price on the business date. */
  share(name: string, bars: readonly Bar[]): Promise<bigint>;
  /** Turns a share into a corporate bond with a face value of 1,000 and half-yearly coupons. */
  bond(id: bigint, terms: { rate: number; maturity: string; taxClass?: string }): Promise<void>;
  /** Stores units that a portfolio holds from a given date. */
  bring(portfolio: Portfolio, securityId: bigint, units: Units): Promise<void>;
  /** Stores units of a fund and its approved values by date. */
  units(owner: Depositor, fund: FundUnits): Promise<void>;
  /** Books money to an account on the business date so that it has this balance. */
  balance(owner: Depositor, account: Account, minor: bigint): Promise<void>;
  /** Stores an exchange rate: the price of the first currency of a pair in the second. */
  rate(pair: string, date: string, rate: number): Promise<void>;
  /** Reads a customer's valuation. */
  worth(owner: Pick<Depositor, 'id'>, query?: string): Promise<Json>;
}

interface Units {
  readonly date?: string;
  readonly quantity: number;
  readonly costMinor?: bigint;
}

interface FundUnits {
  readonly name: string;
  readonly units: number;
  readonly date: string;
  readonly values: readonly (readonly [date: string, value: number])[];
  readonly portfolioName?: string;
}

interface Account {
  readonly currency: string;
  readonly isUnsettled?: boolean;
}

/** Starts the app. The business date is 2026-03-05. */
export async function startWealthApp(): Promise<WealthApp> {
  const app = await startDiscountedApp();
  const { db } = app;
  await systemWork(app.context, 'fixture', (work) =>
    addTermInstrumentType(work, {
      ...FIXED,
      name: 'AHEAD',
      label: 'Interest ahead',
      interest_payment: 'UPFRONT',
    }),
  );
  return {
    ...app,
    ...holdingsOf(app),
    holder: () => openHolder(app),
    balance: (owner, account, minor) => setBalance(app, owner, { account, minor }),
    rate: async (pair, date, rate) => {
      const [base, quote] = pair.split('/');
      await db.query(sql`
        insert into exchange_rate (name, base_currency, quote_currency, rate_date, rate, source,
          version_no, created_by, created_at, modified_by, modified_at)
        values (${`${pair} ${date}`}, ${base}, ${quote}, ${date}, ${String(rate)}::numeric, 'TEST',
          1, 'test', now(), 'test', now())`);
    },
    worth: async ({ id }, query = '') => {
      const reply = await app.as('AUDITOR').get(`${CUSTOMER}/${id}${query}`);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    },
  };
}

function openHolder({ context, officeId }: DiscountedApp): Promise<Depositor> {
  return systemWork(context, 'fixture', async (work) => {
    const made = await createCustomer(
      work,
      { businessOfficeId: officeId, firstName: 'Ada', lastName: 'Obi' },
      { cashAccounts: customerCash },
    );
    const id = present(made.id, 'a customer has an id');
    const cash = present((await customerCash.of(work.tx, [id])).get(id), 'he has a cash account');
    return { id: Number(id), name: made.name ?? '', accountId: cash.accountId };
  });
}

function holdingsOf(
  app: DiscountedApp,
): Pick<WealthApp, 'portfolio' | 'share' | 'bond' | 'bring' | 'units'> {
  const { db, context } = app;
  return {
    portfolio: async (owner) => {
      const opening = {
        ...{ customerId: BigInt(owner.id), officeId: app.officeId, currency: 'NGN' },
        ...{ typeName: 'EXCHANGE', label: 'Test' },
      };
      await systemWork(context, 'fixture', (work) => openPortfolio(work, opening));
      const [row] = await db.query<Portfolio>(sql`
        select id, name from portfolio where customer_id = ${owner.id} order by id desc limit 1`);
      assert.ok(row);
      return row;
    },
    share: async (name, bars) => {
      const id = await addShare(db, name);
      for (const [date, close, volume] of bars) {
        await db.query(sql`
          insert into security_price_day (security_id, price_date, open, high, low, close, volume)
          values (${id}, ${date}, ${close}, ${close}, ${close}, ${close}, ${volume})`);
      }
      await db.query(sql`
        insert into security_price (security_id, previous_close, last, price_date, priced_at)
        select security_id, close, close, price_date, now() from security_price_day
        where security_id = ${id} order by price_date desc limit 1`);
      return id;
    },
    bond: async (id, { rate, maturity, taxClass }) => {
      await db.query(sql`
        update security set security_type = 'BOND_CORP', face_value = 1000,
          coupon_rate = ${String(rate)}::numeric, maturity_date = ${maturity},
          day_count = 'ACT_ACT_ICMA', coupons_per_year = 2, tax_class = ${taxClass ?? null}
        where id = ${id}`);
    },
    bring: async (portfolio, securityId, { date = '2026-01-05', quantity, costMinor = 0n }) => {
      await db.query(sql`
        insert into holding (portfolio_id, security_id) values (${portfolio.id}, ${securityId})
        on conflict do nothing`);
      await db.query(sql`
        insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
          cost_minor, currency, source_type, source_id, source_line)
        values (${portfolio.id}, ${securityId}, 'OPENING', ${date}, ${quantity}, ${costMinor},
          'NGN', 'OPENING', ${portfolio.id}, ${securityId})`);
      await db.query(sql`
        select refold_holdings(array[${portfolio.id}]::bigint[], array[${securityId}]::bigint[],
          array['-infinity']::date[])`);
    },
    units: (owner, fund) => bringUnits(app, owner, fund),
  };
}

async function bringUnits({ db }: DiscountedApp, owner: Depositor, fund: FundUnits): Promise<void> {
  const { name, units, date, values, portfolioName = '' } = fund;
  await db.query(sql`
    with made as (
      insert into fund (id, name, label, fund_type, currency, cut_off, time_zone, dealing_weekdays,
        income_policy, nav_stale_days, created_by, created_at, modified_by, modified_at)
      values (nextval('fund_id'), ${name}, ${name}, 'EQUITY', 'NGN', '14:00', 'Africa/Lagos',
        '{1,2,3,4,5}', 'ACCUMULATE', 3, 'test', now(), 'test', now()) returning id
    ), register as (
      insert into fund_register (fund_id, units) select id, ${String(units)}::numeric from made
    ), held as (
      insert into fund_holding (id, fund_id, customer_id, office_id, portfolio_name, units,
        income_option)
      select nextval('fund_holding_id'), m.id, c.id, c.office_id, ${portfolioName},
        ${String(units)}::numeric, 'REINVEST'
      from made m, customer c where c.id = ${owner.id} returning id, fund_id
    )
    insert into fund_unit_movement (fund_id, holding_id, source_type, source_id, moved_on, units,
      balance)
    select fund_id, id, 'FUND_TRANSACTION', id, ${date}, ${String(units)}::numeric,
      ${String(units)}::numeric from held`);
  for (const [day, value] of values) {
    await db.query(sql`
      insert into fund_nav (id, fund_id, valuation_date, nav_per_unit, status, creator_kind,
        creator_id, decided_by, decided_at, created_by, created_at, modified_by, modified_at)
      select nextval('fund_nav_id'), id, ${day}, ${String(value)}::numeric, 'APPROVED', 'USER', 1,
        'test', now(), 'test', now(), 'test', now() from fund where name = ${name}`);
  }
}

async function setBalance(
  app: DiscountedApp,
  owner: Depositor,
  to: { readonly account: Account; readonly minor: bigint },
): Promise<void> {
  const { currency, isUnsettled = false } = to.account;
  const opening = {
    customerId: BigInt(owner.id),
    customerLabel: 'Ada Obi',
    officeId: app.officeId,
  };
  await systemWork(app.context, 'fixture', async (work) => {
    const find = async () =>
      await work.tx.query<{ id: bigint; minor: bigint }>(sql`
        select a.id, b.balance_minor as minor from account a
        join account_balance b on b.account_id = a.id
        where a.customer_id = ${owner.id} and a.currency = ${currency}
          and a.acct_type = ${isUnsettled ? 'CUSTOMER_UNSETTLED' : 'CUSTOMER_CASH'}`);
    if ((await find()).length === 0) await openCustomerAccount(work, { ...opening, currency });
    const [account] = await find();
    assert.ok(account);
    const more = to.minor - account.minor;
    const bank = await firmAccount(work, { code: 'BANK:CLIENT', officeId: app.officeId, currency });
    const date = await currentBusinessDate(work.tx);
    await postJournal(work.tx, {
      officeId: app.officeId,
      ...{ transactionDate: date, valueDate: date, narration: 'Balance', sourceType: 'TEST' },
      ...{ sourceId: account.id, createdBy: 'test', createdAt: work.now },
      lines: [
        { accountId: bank, amountMinor: more },
        { accountId: account.id, amountMinor: -more },
      ],
    });
  });
}

/** Returns the only line of a class. */
export function lineOf(body: Json, ofClass: string): Json {
  const lines = body.lines.filter((line: Json) => line.class === ofClass);
  assert.equal(lines.length, 1, `${ofClass}: ${lines.length} lines`);
  return lines[0];
}

/** Returns the class and the value of each line. */
export function valuesOf(body: Json): [string, number][] {
  return body.lines.map((line: Json) => [line.class, line.value]);
}

// Starts an app for fund tests. Business dates are far in the future, so every order is before its
// cut-off. Each test adds its own fund.

import { addFund, type NewFund } from '../../../src/modules/asset/index.js';
import { present } from '../../../src/platform/assert.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
} from '../../../src/platform/calendar/business-date.js';
import type { Database } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { TestReply } from '../../support/app.js';
import { type AssetApp, type Depositor, startAssetApp } from './app.js';

export const API = '/api/v1/order';
export const SUBMIT = `${API}/fundtransaction/submit`;
export const SUBSCRIBE = `${API}/fundtransaction/submit/get-cash-account`;

/** The business date, a Monday, on which fund tests start. */
export const MONDAY = businessDate('2150-01-05');

export const PLAIN: Omit<NewFund, 'name' | 'label'> = {
  active: true,
  fund_type: 'EQUITY',
  currency: 'NGN',
  price_decimals: 4,
  units_decimals: 4,
  bid_spread: '0',
  offer_spread: '0',
  entry_fee: '0',
  exit_fees: [],
  fee_vat_percent: '0',
  minimum_holding_days: 0,
  early_redemption_percent: '0',
  cut_off: '14:00',
  time_zone: 'Africa/Lagos',
  dealing_weekdays: [1, 2, 3, 4, 5],
  exchange_id: null,
  minimum_first_minor: 0n,
  minimum_next_minor: 0n,
  minimum_holding_units: '0',
  open_for_subscription: true,
  open_for_redemption: true,
  income_policy: 'ACCUMULATE',
  income_option: 'REINVEST',
  tax_class: null,
  nav_stale_days: 5,
  price_margin: '10',
  deals_on_approval: true,
};

export interface FundApp extends AssetApp {
  /** Adds a fund with these terms and returns its code. */
  fund(terms?: Partial<NewFund>): Promise<string>;
  /**
   * Enters a net asset value, approves it as another person and returns the reply to the approval.
   */
  value(fund: string, nav: number | string, date?: string): Promise<TestReply>;
  /** Sets the business date without closing the days in between. */
  setDate(date: string): Promise<void>;
  /** Moves the business date to the next weekday. */
  nextDay(): Promise<BusinessDate>;
  /** Submits an order, approves it as another person and returns the reply to the approval. */
  order(body: object): Promise<TestReply>;
  /**
   * Creates a customer who buys fund units at today's net asset value, then moves the business date
   * to the next day.
   */
  holder(fund: string, amount: number, nav?: number | string): Promise<Depositor>;
  /** Reads a customer's fund units through the API. */
  holding(customer: Depositor): Promise<TestReply['body']>;
  /** Returns the journal lines booked for an order: account type and amount, debit positive. */
  bookedBy(fund: string, orderId: number): Promise<[string, bigint][]>;
}

let number = 0;

/** Starts the app with a Monday as the business date. */
export async function startFundApp(): Promise<FundApp> {
  const app = await startAssetApp();
  const setDate = async (date: string) => {
    await app.db.query(sql`update business_day set business_date = ${date}`);
  };
  await setDate(MONDAY);
  let today: BusinessDate = MONDAY;
  const client = app.as('CLIENT');

  const { fund, value, order } = actionsOf(app);
  const nextDay = async () => {
    const after = new Set([5, 6]).has(weekday(today)) ? (weekday(today) === 5 ? 3 : 2) : 1;
    today = addDays(today, after);
    await setDate(today);
    return today;
  };
  return {
    ...app,
    fund,
    value,
    order,
    nextDay,
    setDate: async (date) => {
      today = businessDate(date);
      await setDate(date);
    },
    holder: async (fundName, amount, nav = 100) => {
      const customer = await app.depositor(BigInt(amount) * 100n);
      const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount };
      await order(body);
      await value(fundName, nav);
      await nextDay();
      return customer;
    },
    holding: async (customer) => {
      const reply = await client.get(`${API}/fund/holding/customer/list?c=${customer.id}`);
      return present(reply.body.result[0], 'the customer has units');
    },
    bookedBy: async (fundName, orderId) => {
      const lines = await app.db.query<{ code: string; amount_minor: bigint }>(sql`
        select a.acct_type as code, l.amount_minor from journal j
        join journal_line l on l.journal_id = j.id join account a on a.id = l.account_id
        where j.source_type = ${`FUND:${fundName}`} and j.source_id = ${orderId}
        order by j.id, l.line_no`);
      return lines.map((line) => [line.code, line.amount_minor]);
    },
  };
}

function actionsOf(app: AssetApp): Pick<FundApp, 'fund' | 'value' | 'order'> {
  const maker = app.as('ADMIN');
  const checker = app.as('APPROVER');
  const client = app.as('CLIENT');
  const fund = async (terms: Partial<NewFund> = {}) => {
    number += 1;
    const name = `F${number}`;
    await systemWork(app.context, 'fixture', (work) =>
      addFund(work, { ...PLAIN, name, label: `Fund ${number}`, ...terms }),
    );
    return name;
  };
  const value = async (fundName: string, navPerUnit: number | string, date?: string) => {
    const made = await maker.post(`${API}/fund/nav/create`, {
      fundName,
      navPerUnit,
      ...(date === undefined ? {} : { valuationDate: date }),
    });
    if (made.status !== 201) throw new Error(made.text);
    const approved = await checker.put(`${API}/fund/nav/approve/id/${made.body.id}`);
    if (approved.status !== 200) throw new Error(approved.text);
    return approved;
  };
  const order = async (body: object) => {
    const made = await client.post(SUBMIT, body);
    if (made.status !== 201) throw new Error(made.text);
    const approved = await checker.put(`${API}/fundtransaction/approve/id/${made.body.id}`);
    if (approved.status !== 200) throw new Error(approved.text);
    return approved;
  };
  return { fund, value, order };
}

function weekday(date: BusinessDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/**
 * Finds funds with units in issue, holdings, lots or movements that disagree. There must be none.
 */
export function selectRegisterFaults(
  on: Database,
): Promise<{ readonly fund_id: bigint; readonly finding: string }[]> {
  return on.query(sql`
    with held as (
      select h.id, h.fund_id, h.units,
        coalesce((select sum(l.units) from fund_lot l where l.holding_id = h.id), 0) as lots,
        coalesce((select sum(m.units) from fund_unit_movement m where m.holding_id = h.id), 0)
          as moved
      from fund_holding h
    )
    select fund_id, 'holding ' || id || ' differs from its lots or movements' as finding
    from held where units <> lots or units <> moved
    union all
    select r.fund_id, 'units in issue differ from the holdings' from fund_register r
    where r.units <> coalesce((select sum(held.units) from held where held.fund_id = r.fund_id), 0)
    union all
    select h.fund_id, 'holding ' || h.id || ' holds other units than its orders'
    from fund_holding h
    where h.held_units <> coalesce((select sum(t.held_units) from fund_transaction t
      where t.fund_id = h.fund_id and t.customer_id = h.customer_id
        and t.portfolio_name = h.portfolio_name and t.status in ('PENDING', 'APPROVED')), 0)`);
}

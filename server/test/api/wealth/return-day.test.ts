// Days of random business in the demonstration. A return's values equal the valuations at each
// close, and its flows equal the customers' payments in and out.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FLOW_RULES, flowRuleOf } from '../../../src/modules/wealth/return/flow.js';
import type { BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { closeDays } from '../../support/end-of-day.js';
import { reportOrder, sendOrder } from '../../support/order-exchange.js';
import { randomFrom } from '../../support/random.js';

const API = '/api/v1';
const DAYS = Number(process.env.SIMULATED_DAYS ?? 5);
const CUSTOMERS = 8;

let app: TestApp;
let customers: { readonly id: bigint; readonly name: string; readonly portfolio: string }[];
const random = randomFrom(Number(process.env.COUNTINGHOUSE_SEED ?? 20_261_126));
const closes: { readonly date: BusinessDate; readonly values: ReadonlyMap<bigint, Json> }[] = [];
const kinds = new Map<string, number>();

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  assert.ok(item !== undefined);
  return item;
};
const get = async (path: string): Promise<Json> => {
  const { status, body, text } = await app.as('AUDITOR').get(`${API}/${path}`);
  assert.equal(status, 200, text);
  return body;
};
const minorOf = (amount: number) => BigInt(Math.round(amount * 100));

async function makeAndPost(submit: string, post: string, body: object): Promise<Json | undefined> {
  const made = await app.as('CLIENT').post(`${API}/${submit}`, body);
  if (made.status !== 201) return undefined;
  const posted = await app.as('CLIENT').put(`${API}/${post}/${made.body.id}`);
  if (posted.status !== 200) return undefined;
  kinds.set(submit, (kinds.get(submit) ?? 0) + 1);
  return made.body;
}

async function moveCash(transType: string): Promise<void> {
  const partner = pick(customers);
  const receiver = pick(customers.filter(({ id }) => id !== partner.id));
  const path = 'finance/cash-transaction';
  const made = await makeAndPost(`${path}/create`, `${path}/post/id`, {
    ...{ transType, partnerId: Number(partner.id), amount: 1 + Math.floor(random() * 90_000) },
    ...(transType === 'TRANSFER' ? { counterPartyPartnerName: receiver.name } : {}),
    ...(random() < 0.7 ? { processingFees: '1.5', processingFeeType: 'PERCENT' } : {}),
  });
  if (made !== undefined && random() < 0.4) {
    await app.as('CLIENT').put(`${API}/${path}/reverse/id/${made.id}`);
  }
}

const place = (path: string, body: object) =>
  makeAndPost(`order/${path}/submit`, `order/${path}/post/id`, {
    customerId: Number(pick(customers).id),
    faceValue: 100_000 * Math.ceil(random() * 4),
    ...body,
  });

async function trade(): Promise<void> {
  const [price] = await app.db.query<{ last: string }>(sql`
    select last::text from security_price q join security s on s.id = q.security_id
    where s.name = 'ACCESS'`);
  const quantity = 100 * Math.ceil(random() * 4);
  const { portfolio: portfolioName } = pick(customers);
  const order = await sendOrder(app, {
    ...{ portfolioName, orderType: 'BUY', quantityRequested: String(quantity) },
  });
  await reportOrder(app, order, { status: '0' });
  const fill = [quantity, price?.last ?? '25.00'] as const;
  await reportOrder(app, order, { status: '2', fill, cum: quantity, leaves: 0 });
}

async function doBusiness(): Promise<void> {
  for (const transType of ['RECEIPT', 'PAYMENT', 'TRANSFER', 'RECEIPT']) await moveCash(transType);
  await place('terminstrument', { instrumentTypeName: pick(['FD-NGN', 'LOAN-NGN']), tenure: 30 });
  await place('treasurybill', { instrumentTypeName: 'NTB-91' });
  await place('discountedinstrument', { instrumentTypeName: 'CP-NGN', tenure: 60 });
  await trade();
}

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  await app.db.query(sql`update business_office set four_eyes_threshold_minor = 100000000000`);
  customers = await app.db.query(sql`
    select c.id, c.name, min(p.name) as portfolio from customer c
    join portfolio p on p.customer_id = c.id
    join account a on a.customer_id = c.id and a.acct_type = 'CUSTOMER_CASH'
    join account_balance b on b.account_id = a.id where b.balance_minor > 100000000
    group by c.id order by c.id limit ${CUSTOMERS}`);
  assert.equal(customers.length, CUSTOMERS);
  for (let day = 0; day < DAYS; day += 1) {
    const date = await currentBusinessDate(app.db);
    await doBusiness();
    await closeDays(app.as('ADMIN'));
    const values = new Map<bigint, Json>();
    for (const { id } of customers) {
      values.set(id, await get(`wealth/valuation/customer/id/${id}?d=${date}`));
    }
    closes.push({ date, values });
  }
});
after(() => app.stop());

const first = () => closes[0]?.date ?? '';
const last = () => closes.at(-1)?.date ?? '';
const range = () => `sd=${first()}&ed=${last()}`;
const returnOf = (id: bigint, query = '') =>
  get(`wealth/return/customer/id/${id}?${range()}&by=DAY${query}`);

/** The net payments of a customer on a date, computed from the transactions. */
async function paidOn(id: bigint, date: BusinessDate) {
  const [row] = await app.db.query<{ net: bigint; fee: bigint }>(sql`
    select coalesce(sum(e.sign * case
        when t.customer_id <> ${id} then t.amount_minor
        when t.trans_type = 'RECEIPT' then t.amount_minor
        else -t.amount_minor end), 0)::bigint as net,
      coalesce(sum(e.sign * (t.fee_minor + t.early_withdrawal_minor))
        filter (where t.customer_id = ${id}), 0)::bigint as fee
    from cash_transaction t
    left join account other on other.id = t.counterparty_account_id
    cross join lateral (values (t.journal_id, 1), (t.reversal_journal_id, -1)) e (journal_id, sign)
    join journal j on j.id = e.journal_id and j.transaction_date = ${date}
    where (t.customer_id = ${id} or other.customer_id = ${id})`);
  return row ?? { net: 0n, fee: 0n };
}

describe('the return of business days', () => {
  it('has the values of valuations at each close', async () => {
    assert.ok(kinds.size >= 4, [...kinds.keys()].join());
    for (const { id } of customers) {
      const { parts, ...body } = await returnOf(id);
      assert.deepEqual(
        parts.map((part: Json) => [part.part, part.closingValue]),
        closes.map(({ date, values }) => [date, values.get(id)?.value]),
      );
      const opening = await get(`wealth/valuation/customer/id/${id}?d=${body.openingDate}`);
      assert.equal(body.openingValue, opening.value);
      assert.equal(parts[0].openingValue, opening.value);
    }
  });

  it('has the flows and fees of the cash transactions, and the rest as gain', async () => {
    let fees = 0n;
    for (const { id } of customers) {
      const { parts } = await returnOf(id);
      for (const part of parts) {
        const { net, fee } = await paidOn(id, part.part);
        // The demonstration's initial balances were paid in on its first day.
        if (part.part !== first()) {
          assert.equal(minorOf(part.paidIn) - minorOf(part.paidOut), net, part.part);
        }
        assert.equal(minorOf(part.fees), fee);
        const [opening, closing, gain] = [part.openingValue, part.closingValue, part.gain];
        assert.equal(
          minorOf(closing),
          minorOf(opening) + minorOf(part.paidIn) - minorOf(part.paidOut) + minorOf(gain),
        );
        fees += fee;
      }
    }
    assert.ok(fees > 0n);
  });

  it('has a gain that its lines explain', async () => {
    for (const { id } of customers) {
      const { parts } = await returnOf(id);
      for (const [index, { date, values }] of closes.entries()) {
        if (index === 0) continue;
        const before = closes[index - 1]?.values.get(id);
        const gain = await gainOfLines(id, { before, after: values.get(id), date });
        const { fee } = await paidOn(id, date);
        assert.equal(minorOf(parts[index].gain), gain - fee, `${id} on ${date}`);
      }
    }
  });

  it('has changes that flows, income, gains and costs explain', async () => {
    for (const { id } of customers) {
      const isNaira = closes.every(({ values }) =>
        values.get(id)?.lines.every(({ currency }: Json) => currency === 'NGN'),
      );
      const { parts } = await returnOf(id);
      assert.equal(parts.length, closes.length);
      for (const part of parts) {
        expectExplained(part);
        if (isNaira) assert.equal(part.currencyGain, 0, part.part);
        assert.equal(minorOf(part.charges), await chargesOn(id, part.part));
      }
    }
  });

  it('of a portfolio has the values of its valuations, which are explained too', async () => {
    for (const { id } of customers.slice(0, 3)) {
      const portfolios = await app.db.query<{ id: bigint }>(
        sql`select id from portfolio where customer_id = ${id} order by id`,
      );
      for (const portfolio of portfolios) {
        const path = `portfolio/id/${portfolio.id}`;
        const { parts, cash } = await get(`wealth/return/${path}?${range()}&by=DAY`);
        assert.equal(cash, 'EXCLUDED');
        for (const part of parts) {
          expectExplained(part);
          const { value } = await get(`wealth/valuation/${path}?d=${part.part}&lines=false`);
          assert.equal(part.closingValue, value);
        }
      }
    }
  });

  it('without loans has the assets as its value, and is also explained', async () => {
    for (const { id } of customers) {
      const { parts } = await returnOf(id, '&loans=false');
      for (const [index, part] of parts.entries()) {
        expectExplained(part);
        const lines: Json[] = closes[index]?.values.get(id)?.lines ?? [];
        const value = lines
          .filter((line) => line.class !== 'LOAN')
          .reduce((sum, line) => sum + minorOf(line.valueIn), 0n);
        assert.equal(minorOf(part.closingValue), value);
      }
    }
  });

  it('of customers with corporate actions is explained on each day of the year', async () => {
    const holders = await app.db.query<{ id: bigint }>(sql`
      select distinct customer_id as id from entitlement where state in ('DUE', 'PAID')
      order by 1 limit 6`);
    assert.ok(holders.length > 0);
    let income = 0;
    for (const { id } of holders) {
      const { parts } = await get(`wealth/return/customer/id/${id}?period=YTD&by=DAY`);
      for (const part of parts.filter((each: Json) => 'gain' in each)) {
        expectExplained(part);
        income += part.income;
      }
    }
    assert.ok(income > 0);
  });

  it('links its days, whatever the fees are', async () => {
    for (const { id } of customers) {
      for (const fees of ['ALL', 'NET', 'GROSS']) {
        const { parts, timeWeighted } = await returnOf(id, `&fees=${fees}`);
        if (timeWeighted.status !== 'AVAILABLE') {
          assert.equal(
            parts.some((part: Json) => part.timeWeighted.reason),
            true,
          );
          continue;
        }
        const product = parts.reduce(
          (all: number, part: Json) => all * (1 + (part.timeWeighted.percent ?? 0) / 100),
          1,
        );
        assert.ok(Math.abs((product - 1) * 100 - timeWeighted.percent) < 0.001);
      }
    }
  });

  it('covers every kind of journal of the demonstration', async () => {
    const rows = await app.db.query<{ source_type: string }>(
      sql`select distinct source_type from journal`,
    );
    for (const { source_type: source } of rows) {
      assert.ok(source.replace(/:.*/, ':') in FLOW_RULES, source);
    }
    const cash = await app.db.query<{ source_type: string }>(sql`
      select distinct j.source_type from journal j join journal_line l on l.journal_id = j.id
      join account a on a.id = l.account_id
      where a.acct_type in ('CUSTOMER_CASH', 'CUSTOMER_UNSETTLED')`);
    for (const { source_type: source } of cash) assert.notEqual(flowRuleOf(source), 'NO_CASH');
  });
});

/** Checks that flows, income, gains and costs add up to the change in value, to the minor unit. */
function expectExplained(part: Json): void {
  const of = (member: string) => minorOf(part[member]);
  const gains = of('income') + of('priceGain') + of('currencyGain');
  const costs = of('charges') + of('fees') + of('taxes');
  const change = of('paidIn') - of('paidOut') + gains - costs;
  assert.equal(of('closingValue') - of('openingValue'), change, part.part);
  assert.equal(of('gain'), gains - costs);
}

/** The charges of the contract notes that were booked on a date. */
async function chargesOn(id: bigint, date: BusinessDate): Promise<bigint> {
  const [row] = await app.db.query<{ minor: bigint }>(sql`
    select coalesce(sum(charges_minor), 0)::bigint as minor from contract_note
    where customer_id = ${id} and trade_date = ${date} and reversed_at is null`);
  return row?.minor ?? 0n;
}

/**
 * A day's gain, computed from its lines: prices, accrued interest, income, and the charges on
 * notes.
 */
async function gainOfLines(
  id: bigint,
  day: { readonly before: Json; readonly after: Json; readonly date: BusinessDate },
): Promise<bigint> {
  const assets = (body: Json): bigint =>
    body.lines
      .filter(({ class: name }: Json) => !['CASH', 'RECEIVABLE', 'PAYABLE'].includes(name))
      .reduce((sum: bigint, line: Json) => sum + minorOf(line.value), 0n);
  const owed = (body: Json): bigint =>
    body.lines
      .filter(({ subjectType }: Json) => subjectType === 'ENTITLEMENT')
      .reduce((sum: bigint, line: Json) => sum + minorOf(line.value), 0n);
  const [row] = await app.db.query<{ spent: bigint }>(sql`
    select coalesce(-sum(l.amount_minor), 0)::bigint as spent
    from journal j join journal_line l on l.journal_id = j.id
    join account a on a.id = l.account_id
    where a.customer_id = ${id} and a.acct_type in ('CUSTOMER_CASH', 'CUSTOMER_UNSETTLED')
      and j.source_type <> 'CASH_TRANSACTION' and j.transaction_date = ${day.date}`);
  return (
    assets(day.after) - assets(day.before) + owed(day.after) - owed(day.before) + (row?.spent ?? 0n)
  );
}

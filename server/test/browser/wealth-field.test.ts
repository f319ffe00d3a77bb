// The fields on a customer's wealth page: the date, the time up to which records are included, and
// how bills and commercial paper are valued. Each changes the request and the figures.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type Desk, openRoom } from '../support/page/browser.js';
import { until } from '../support/wait.js';

const API = '/api/v1';
/** A customer of the demonstration with shares, deposits and commercial paper. */
const CUSTOMER = 14;

/** The part of a reply that the test uses. */
interface Worth {
  readonly date: string;
  readonly value: number;
  readonly lines: readonly Line[];
}

/** What the test uses of a position. */
interface Line {
  readonly class: string;
  readonly valueIn: number;
  readonly priceSource: string;
}

const paperIn = ({ lines }: Worth): readonly Line[] =>
  lines.filter((line) => line.class === 'PAPER');
const sumOf = (lines: readonly Line[]): string =>
  lines.reduce((sum, { valueIn }) => sum + valueIn, 0).toFixed(2);
/** The positions whose value neither the method nor the simulated market changes. */
const steadyIn = ({ lines }: Worth): readonly Line[] =>
  lines.filter((line) => ['CASH', 'DEPOSIT', 'LOAN'].includes(line.class));

const DAY_MS = 86_400_000;

/** Returns the date of the day before. The firm has a valuation for every day. */
const dayBefore = (date: string): string =>
  new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);

describe("the fields of a customer's wealth", () => {
  const { app, sit, it } = openRoom();

  /** Starts commercial paper today, so that the value differs from that of the day before. */
  async function startPaper(): Promise<void> {
    const client = app().as('CLIENT');
    const terms = { faceValue: 900_000, currentRate: 21, tenure: 90 };
    const body = { customerId: CUSTOMER, instrumentTypeName: 'CP-NGN', ...terms };
    const made = await client.post(`${API}/order/discountedinstrument/submit`, body);
    assert.equal(made.status, 201, made.text);
    const path = `${API}/order/discountedinstrument/post/id/${made.body.id}`;
    assert.equal((await client.put(path)).status, 200);
  }

  /** Stores a market discount rate of commercial paper. Returns a function that undoes it. */
  async function loadRate(date: string, rate: number): Promise<() => Promise<void>> {
    const operations = app().as('OPERATIONS');
    const text = `issue,date,rate\nCP-NGN,${date},${rate}`;
    const made = await operations.post(`${API}/order/marketyield/import`, text, {
      'content-type': 'text/csv',
    });
    assert.equal(made.body.result?.imported, 1, made.text);
    return async () => {
      const undone = await operations.put(
        `${API}/order/marketyield/import/undo/id/${made.body.id}`,
      );
      assert.equal(undone.status, 200, undone.text);
    };
  }

  /** Shows the customer's wealth, and returns functions that read and change it. */
  function wealthOn({ page }: Desk) {
    const figure = page.locator('.figures > div', { hasText: 'Value' }).first();
    const shown = async () => ((await figure.textContent()) ?? '').replaceAll(/[^\d.]/g, '');
    const untilShown = ({ value }: Worth) =>
      until(async () => (await shown()) === value.toFixed(2));
    /** Changes a field. Returns the request's parameters, after its reply is shown. */
    const change = async (work: () => Promise<unknown>) => {
      const answered = page.waitForResponse((response) =>
        response.url().includes(`/wealth/valuation/customer/id/${CUSTOMER}`),
      );
      await work();
      const reply = await answered;
      const worth: Worth = await reply.json();
      await untilShown(worth);
      return { worth, query: Object.fromEntries(new URL(reply.url()).searchParams) };
    };
    return { change, untilShown };
  }

  it('change the figures that are requested and shown', async () => {
    await startPaper();
    const desk = await sit('FINANCE');
    const { page } = desk;
    const { change, untilShown } = wealthOn(desk);

    const now = await change(() => desk.go(`/customers/${CUSTOMER}?part=wealth`));
    assert.deepEqual(now.query, {});
    assert.ok(now.worth.value > 0);

    const previous = dayBefore(now.worth.date);
    const date = page.getByLabel('As of', { exact: true });
    const earlier = await change(async () => {
      await date.fill(previous);
      await date.press('Enter');
    });
    assert.deepEqual(earlier.query, { d: previous });
    assert.equal(earlier.worth.date, previous);
    assert.ok(earlier.worth.value < now.worth.value, 'the paper was started today');
    await desk.picture('wealth-date');

    // Values that date without the records stored after 2020-01-01, so nothing is left.
    const known = await change(() => page.getByLabel('As known at').fill('2020-01-01T00:00:00'));
    assert.equal(known.query.d, previous);
    assert.ok(known.query.asOf?.startsWith('20'), known.query.asOf);
    assert.equal(known.worth.value, 0);
    await page.getByText('As known at an earlier time').waitFor();
    await page.getByLabel('As known at').fill('');
    await untilShown(earlier.worth);
    assert.deepEqual(desk.complaints, []);
  });

  it('value commercial paper at market rates or at its book value, as chosen', async () => {
    await startPaper();
    const { body: clock } = await app().as('FINANCE').get(`${API}/system/clock`);
    const undoRate = await loadRate(clock.businessDate, 5);
    const desk = await sit('FINANCE');
    const { page } = desk;
    const { change } = wealthOn(desk);
    const method = page.getByLabel('Bills and commercial paper');
    const source = (text: string) => page.getByRole('row').getByText(text, { exact: true });

    const policy = await change(() => desk.go(`/customers/${CUSTOMER}?part=wealth`));
    assert.deepEqual(policy.query, {});
    await page.getByLabel('Group by').waitFor();

    const market = await change(() => method.selectOption('At market rates'));
    assert.deepEqual(market.query, { discount: 'MARKET' });
    const priced = paperIn(market.worth);
    assert.ok(
      priced.every(({ priceSource }) => priceSource === 'MARKET_YIELD'),
      'at the rate',
    );
    await source('Market rate').first().waitFor();
    // Allocations by other criteria exist only for the policy's method.
    await page.getByLabel('Group by').waitFor({ state: 'detached' });
    await desk.picture('wealth-discount');

    const book = await change(() => method.selectOption('At book value'));
    assert.deepEqual(book.query, { discount: 'AMORTISED_COST' });
    const booked = paperIn(book.worth);
    assert.ok(
      booked.every(({ priceSource }) => priceSource === 'AMORTISED'),
      'at book value',
    );
    await source('Market rate').waitFor({ state: 'detached' });
    // The market rate is below the rate of the paper, so its price is higher.
    assert.ok(Number(sumOf(priced)) > Number(sumOf(booked)));
    assert.equal(sumOf(booked), sumOf(paperIn(policy.worth)));
    assert.notEqual(steadyIn(book.worth).length, 0);
    assert.equal(sumOf(steadyIn(market.worth)), sumOf(steadyIn(book.worth)));

    await method.selectOption('As set by the policy');
    await page.getByLabel('Group by').waitFor();
    await undoRate();
    assert.deepEqual(desk.complaints, []);
  });
});

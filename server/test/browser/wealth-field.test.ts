// The fields on a customer's wealth page: the date, and the time up to which records are included.
// Each changes the request and the figures.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openRoom } from '../support/page/browser.js';
import { until } from '../support/wait.js';

const API = '/api/v1';
/** A customer of the demonstration with shares, deposits and commercial paper. */
const CUSTOMER = 14;

/** The part of a reply that the test uses. */
interface Worth {
  readonly date: string;
  readonly value: number;
}

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

  it('change the figures that are requested and shown', async () => {
    await startPaper();
    const desk = await sit('FINANCE');
    const { page } = desk;
    const figure = page.locator('.figures > div', { hasText: 'Value' }).first();
    const shown = async () => ((await figure.textContent()) ?? '').replaceAll(/[^\d.]/g, '');
    /** Changes a field. Returns the request's parameters, after its reply is shown. */
    const change = async (work: () => Promise<unknown>) => {
      const answered = page.waitForResponse((response) =>
        response.url().includes(`/wealth/valuation/customer/id/${CUSTOMER}`),
      );
      await work();
      const reply = await answered;
      const worth: Worth = await reply.json();
      await until(async () => (await shown()) === worth.value.toFixed(2));
      return { worth, query: Object.fromEntries(new URL(reply.url()).searchParams) };
    };

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
    await until(async () => (await shown()) === earlier.worth.value.toFixed(2));
    assert.deepEqual(desk.complaints, []);
  });
});

// A blotter with very many orders: the time to the first rows, to the last row and to a filtered
// list, and the response to typing while events arrive. The volume is small by default;
// COUNTINGHOUSE_OPERATIONS=100000 runs the full volume.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from '../../src/platform/database/sql.js';
import type { TestApp } from '../support/app.js';
import { orderBody, orderIn } from '../support/order.js';
import { openRoom } from '../support/page/browser.js';
import { untilValue } from '../support/page/locator.js';

const ORDERS = Number(process.env.COUNTINGHOUSE_OPERATIONS ?? 5_000);
/** The number of orders that one statement inserts. */
const INSERTED_MAX = 5_000;
const EVENTS_PER_SECOND = 500;
const BATCHES_PER_SECOND = 10;
const EVENT_SECONDS = 6;
/** The number of times that a text is typed while events arrive. */
const TYPED_TIMES = 3;
/** Script that measures the time from a key press to the frame that shows it. */
const SLOWEST_KEY = `globalThis.slowestKeyMs = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => {
    globalThis.slowestKeyMs = Math.max(globalThis.slowestKeyMs, duration);
  })).observe({ type: 'event', durationThreshold: 16 });`;
/** The maximum number of rendered rows: those that fit the window plus those around it. */
const DRAWN_MAX = 80;

/** Makes many copies of the filled order. The copies have ended and have no holds or holdings. */
async function multiplyOrder(app: TestApp, id: number): Promise<void> {
  // Inserts in batches, because a statement must not exceed the database connection's time limit.
  for (let first = 1; first <= ORDERS; first += INSERTED_MAX) {
    const last = Math.min(first + INSERTED_MAX - 1, ORDERS);
    await app.db.query(sql`insert into trade_order
      select copy.* from trade_order p, generate_series(${first}::int, ${last}::int) n,
        lateral jsonb_populate_record(p, jsonb_build_object(
          'id', 1000000 + n, 'name', lpad((1000000 + n)::text, 10, '0'), 'cl_ord_id', 'V' || n,
          'exchange_order_id', 'V' || n, 'quantity', 1 + n % 900,
          'quantity_filled', 1 + n % 900)) copy
      where p.id = ${BigInt(id)}`);
  }
}

/** Emits events at an even pace. Returns their total number and the number per second. */
async function rainEvents(app: TestApp) {
  let events = 0;
  const began = performance.now();
  const batch = EVENTS_PER_SECOND / BATCHES_PER_SECOND;
  for (let made = 0; made < EVENT_SECONDS * BATCHES_PER_SECOND; made += 1) {
    const fallen = await app.db.query(sql`
      insert into outbox_event (type, subject_id, office_id, data)
      select 'trade-order.accepted', t.id, t.office_id, jsonb_build_object('name', t.name)
      from (select * from trade_order order by id limit 1) t,
        generate_series(1, ${batch}::int)
      returning id`);
    events += fallen.length;
    const nextAtMs = began + ((made + 1) * 1_000) / BATCHES_PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, nextAtMs - performance.now()));
  }
  const seconds = (performance.now() - began) / 1_000;
  return { events, perSecond: Math.round(events / seconds) };
}

// Uses its own server, because so many orders would flood the lists of other files.
describe('a blotter with very many orders', () => {
  const { app, sit, it } = openRoom('OWN_SERVER');
  it('shows its first rows, its last rows and a filter without rendering all', async () => {
    const { body } = await app().as('CLIENT').post('/api/v1/order/tradeorder/submit', orderBody());
    await orderIn(app(), body.id, ['EXECUTED']);
    await multiplyOrder(app(), body.id);
    const desk = await sit('DEALER');
    const { page } = desk;
    const row = (name: string) => page.getByRole('link', { name, exact: true });
    const timed = async (what: string, work: () => Promise<void>) => {
      const began = performance.now();
      await work();
      const ms = Math.round(performance.now() - began);
      process.stdout.write(`PROOF ${ORDERS} orders, ${what}: ${ms} ms\n`);
    };
    await timed('first rows', async () => {
      await desk.go('/orders');
      await row(String(1_000_000 + ORDERS).padStart(10, '0')).waitFor();
    });
    assert.ok((await page.getByRole('row').count()) < DRAWN_MAX);
    await timed('to the last row', async () => {
      await page.getByRole('grid').focus();
      await page.keyboard.press('End');
      await row('0000000001').waitFor();
    });
    assert.ok((await page.getByRole('row').count()) < DRAWN_MAX);
    await timed('a filter', async () => {
      await page.getByRole('searchbox').fill('1000777');
      await row('0001000777').waitFor();
      await page.getByText('1 record', { exact: true }).waitFor();
    });
    await page.getByRole('searchbox').fill('');
    await row(String(1_000_000 + ORDERS).padStart(10, '0')).waitFor();
    await timed('groups', async () => {
      await page.getByRole('combobox', { name: 'Group by' }).selectOption('By security');
      await page.getByRole('row', { name: /^ACCESS/ }).waitFor();
    });
    await timed('a group opened to its last row', async () => {
      await page.getByRole('treegrid').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('End');
      await row('0000000001').waitFor();
    });
    assert.ok((await page.getByRole('row').count()) < DRAWN_MAX);
    await desk.picture('volume');
    assert.deepEqual(desk.complaints, []);
  });

  it('loses no key press during a burst of events', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/orders');
    await page.getByRole('grid').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/order/tradeorder/list')) asked.push(request.url());
    });
    await page.evaluate(SLOWEST_KEY);
    const rain = rainEvents(app());
    const text = 'zenith bank and nothing else';
    await page.getByRole('searchbox').focus();
    for (let typed = 0; typed < TYPED_TIMES; typed += 1) {
      await page.getByRole('searchbox').fill('');
      await page.keyboard.type(text, { delay: 60 });
      await untilValue(page.getByRole('searchbox'), text);
    }
    const slowest = Math.round(await page.evaluate('slowestKeyMs'));
    const { events, perSecond } = await rain;
    // Only an event makes the page send the same request again.
    const again = asked.length - new Set(asked).size;
    process.stdout.write(
      `PROOF ${events} events, ${perSecond} a second, while ${text.length * TYPED_TIMES} keys ` +
        `were typed: none was lost, the slowest took ${slowest} ms to the screen, the list was ` +
        `asked again ${again} times\n`,
    );
    assert.ok(again >= 2 && again < events / 10, `${again} times`);
    assert.deepEqual(desk.complaints, []);
  });
});

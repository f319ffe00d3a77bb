// The stock record over HTTP: the list of movements and its files, holdings as known at a given
// time, and the integrity check that compares holdings with their movements.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ExchangeReport } from '../../../../src/modules/order/index.js';
import { applyExchangeReport } from '../../../../src/modules/order/index.js';
import { SELECT_ORDER } from '../../../../src/modules/order/record/queries.js';
import { type Sql, sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks, orderBody, orderIn } from '../../../support/order.js';
import { reportOf } from '../../../support/order-desk.js';

const MOVEMENTS = '/api/v1/order/portfolio/holding-movements';
const HOLDINGS = '/api/v1/order/portfolio/holdings/id/1';

describe('the stock record over HTTP', () => {
  let app: TestApp;
  let orderId = 0;
  let beforeOrder = '';
  let afterOrder = '';
  before(async () => {
    app = await startTestApp({ demo: true });
    beforeOrder = await moment();
    const { body } = await client().post('/api/v1/order/tradeorder/submit', orderBody());
    orderId = body.id;
    await orderIn(app, orderId, ['EXECUTED']);
    afterOrder = await moment();
  });
  after(async () => {
    await assertBooks(app);
    await app.stop();
  });

  const client = () => app.as('CLIENT');
  const list = async (filter: string): Promise<Json> => {
    const { status, body, text } = await client().get(`${MOVEMENTS}?${filter}`);
    assert.equal(status, 200, text);
    return body;
  };
  const access = async (query = ''): Promise<Json> => {
    const { body } = await client().get(`${HOLDINGS}${query}`);
    return body.result.find(({ securityName }: Json) => securityName === 'ACCESS');
  };

  async function moment(): Promise<string> {
    const [row] = await app.db.query<{ now: string }>(sql`
      select to_char(clock_timestamp() at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`);
    return row?.now ?? assert.fail();
  }

  async function bust(): Promise<void> {
    const [row] = await app.db.query<{ exec_id: string }>(sql`
      select exec_id from execution_report
      where order_id = ${BigInt(orderId)} and kind = 'TRADE' order by id limit 1`);
    const order = await systemWork(app.context, 'test', async (work) => {
      const [found] = await work.tx.query<Parameters<typeof reportOf>[1]['row']>(
        sql`${SELECT_ORDER} where t.id = ${BigInt(orderId)}`,
      );
      return found ?? assert.fail();
    });
    const report: ExchangeReport = reportOf(order.exchange_id, {
      ...{ row: order, status: '1' },
      said: { type: 'H', execId: 'BUST', ref: row?.exec_id ?? '' },
    });
    const fate = await systemWork(app.context, 'exchange-report', (work) =>
      applyExchangeReport(work, report),
    );
    assert.equal(fate, 'APPLIED');
  }

  it('has a movement for each fill and for the charges of the note', async () => {
    const { result } = await list(`p=1&orderId=${orderId}`);
    const fills = result.filter(({ kind }: Json) => kind === 'BUY');
    const units = fills.reduce((sum: number, { quantity }: Json) => sum + Number(quantity), 0);
    assert.equal(units, 100);
    const [note] = await app.db.query<{ charges_minor: bigint; consideration_minor: bigint }>(sql`
      select charges_minor, consideration_minor from contract_note
      where order_id = ${BigInt(orderId)}`);
    const cents = (rows: readonly Json[]) =>
      rows.reduce((sum, { cost }) => sum + BigInt(Math.round(Number(cost) * 100)), 0n);
    assert.equal(cents(fills), note?.consideration_minor);
    const charges = result.filter(({ kind }: Json) => kind === 'CHARGES');
    assert.equal(charges.length, 1);
    assert.equal(cents(charges), note?.charges_minor);
    for (const movement of result) assert.equal(movement.reversed, false);
  });

  it('is filtered by kind, security and dates, and paged by cursor', async () => {
    const all = await list('p=1');
    const openings = await list('p=1&kind=OPENING');
    assert.equal(all.count > openings.count && openings.count > 0, true);
    assert.equal((await list('p=1&securityName=ACCESS&kind=CHARGES')).count, 1);
    assert.equal((await list('p=1&sd=2099-01-01')).count, 0);
    assert.equal((await list('p=1&ed=1999-12-31')).count, 0);
    assert.equal((await list(`p=1&asOf=${beforeOrder}`)).count, openings.count);
    const { headers, body } = await client().get(`${MOVEMENTS}?p=1&s=1`);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '');
    const followed = await client().get(next?.[1] ?? '');
    assert.deepEqual([...body.result, ...followed.body.result], all.result.slice(0, 2));
  });

  it('is refused with a wrong filter, and hidden from other offices', async () => {
    assert.equal((await client().get(`${MOVEMENTS}?kind=GIFT`)).status, 400);
    assert.equal((await client().get(`${MOVEMENTS}?p=999999`)).status, 404);
    const [row] = await app.db.query<{ office_id: bigint }>(
      sql`select office_id from portfolio where id = 1`,
    );
    const other = row?.office_id === 3n ? 2n : 3n;
    const stranger = app.asOffice('DEALER', [other]);
    assert.equal((await stranger.get(`${MOVEMENTS}?orderId=${orderId}`)).status, 422);
    assert.equal((await stranger.get(`${MOVEMENTS}?p=1`)).status, 404);
    assert.equal((await stranger.get(`${MOVEMENTS}/csv?p=1`)).status, 404);
    assert.equal((await app.as('NOBODY').get(`${MOVEMENTS}?p=1`)).status, 401);
  });

  it('has every matching movement in its files', async () => {
    const { count } = await list(`orderId=${orderId}`);
    const csv = await client().get(`${MOVEMENTS}/csv?orderId=${orderId}`);
    assert.equal(csv.status, 200, csv.text);
    assert.equal(csv.headers.get('x-row-count'), String(count));
    assert.equal(csv.text.trim().split(/\r?\n/).length, count + 2);
    const xlsx = await client().get(`${MOVEMENTS}/xlsx?orderId=${orderId}`);
    assert.equal(xlsx.status, 200);
  });

  it('shows the holding as known before a bust, and without the fill afterwards', async () => {
    const held = await access();
    await bust();
    const left = await access();
    assert.ok(Number(left.quantity) < Number(held.quantity));
    const known = await access(`?asOf=${afterOrder}`);
    for (const member of ['quantity', 'cost', 'averageCost', 'realisedGain']) {
      assert.equal(known[member], held[member], member);
    }
    assert.equal(known.heldQuantity, undefined);
    const earlier = await access(`?asOf=${beforeOrder}`);
    assert.equal(Number(earlier.quantity), Number(held.quantity) - 100);
    const { result } = await list(`p=1&orderId=${orderId}`);
    const reversal = result.find(({ reversalOfId, kind }: Json) => reversalOfId && kind === 'BUY');
    const original = result.find(({ id }: Json) => id === reversal.reversalOfId);
    assert.equal(original.reversed, true);
    assert.equal(Number(reversal.quantity) + Number(original.quantity), 0);
  });

  it('is never changed or removed', async () => {
    for (const change of [
      sql`update holding_movement set quantity = quantity + 1 where kind = 'OPENING'`,
      sql`delete from holding_movement`,
      sql`truncate holding_movement`,
    ]) {
      await assert.rejects(app.db.query(change), /never changed or removed/);
    }
  });

  const broken = async (): Promise<number[]> => {
    const { body } = await app.as('AUDITOR').get('/api/v1/finance/integrity');
    return body.invariants.filter(({ holds }: Json) => !holds).map(({ number }: Json) => number);
  };

  const COLUMNS: Readonly<Record<string, Sql>> = {
    quantity: sql`quantity`,
    cost: sql`cost_minor`,
    'realised gain': sql`realised_gain_minor`,
    'cost before its last date': sql`day_start_cost_minor`,
  };
  const HELD: Readonly<Record<string, Sql>> = {
    'traded holding': sql`select id from security where name = 'ACCESS'`,
    'holding that was only opened': sql`
      select security_id from holding_movement where portfolio_id = 1
      group by security_id having count(*) = 1 order by security_id limit 1`,
  };
  for (const [which, held] of Object.entries(HELD)) {
    for (const [what, column] of Object.entries(COLUMNS)) {
      it(`finds a ${which} whose ${what} is not the sum of its movements`, async () => {
        const add = async (by: number) => {
          const changed = await app.db.query(sql`
            update holding set ${column} = ${column} + ${by}::integer
            where portfolio_id = 1 and security_id = (${held}) returning 1`);
          assert.equal(changed.length, 1);
        };
        await add(1);
        assert.deepEqual(await broken(), [30]);
        await add(-1);
        assert.deepEqual(await broken(), []);
      });
    }
  }

  it('finds a fill and a note whose movement is missing', async () => {
    const moveTo = (to: bigint) =>
      app.db.transaction(async (tx) => {
        await tx.query(sql`alter table holding_movement disable trigger user`);
        await tx.query(sql`
          update holding_movement set order_id = ${to} where order_id is not null
            and security_id = (select id from security where name = 'ZENITHBANK')`);
        await tx.query(sql`alter table holding_movement enable trigger user`);
      });
    const { body } = await client().post(
      '/api/v1/order/tradeorder/submit',
      orderBody({ securityName: 'ZENITHBANK', quantityRequested: '7' }),
    );
    await orderIn(app, body.id, ['EXECUTED']);
    await moveTo(BigInt(orderId));
    assert.ok((await broken()).includes(31));
    await moveTo(BigInt(body.id));
    assert.deepEqual(await broken(), []);
  });
});

// Schedules for commercial paper and bills: each line must match independently calculated values
// and the ledger.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { BILL, bodyFor, type DiscountedApp, PAPER, startDiscountedApp } from './discounted-app.js';

let app: DiscountedApp;

const minor = (amount: number) => BigInt(Math.round(amount * 100));

async function schedule(path: string, id: number): Promise<Json[]> {
  const lines: Json[] = [];
  let next = `${path}/schedule?id=${id}&s=150`;
  while (next !== '') {
    const reply = await app.as('AUDITOR').get(next);
    assert.equal(reply.status, 200, reply.text);
    lines.push(...reply.body.result);
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1] ?? '';
    if (next === '') assert.equal(reply.body.count, lines.length);
  }
  return lines;
}

// Checks that interest adds up to the cash flows, that tax is the difference between gross and net
// cash flows, and that nothing is left at the end.
function addsUp(lines: readonly Json[]): void {
  const total = (member: string) =>
    lines.reduce((sum: bigint, line) => sum + minor(line[member]), 0n);
  assert.equal(total('interest'), total('cashFlow'));
  assert.equal(total('netCashFlow'), total('cashFlow') - total('withholdingTax'));
  const last = lines.at(-1);
  assert.deepEqual([last.faceValue, last.accruedInterest, last.bookValue], [0, 0, 0]);
  const dates = lines.map((line) => line.date);
  assert.deepEqual(dates, dates.toSorted());
}

for (const path of [PAPER, BILL]) {
  describe(path, () => {
    const ids: number[] = [];

    before(async () => {
      app = await startDiscountedApp();
      const body = bodyFor(path, app.rich, { faceValue: 1_000_000 });
      const made = await app.as('CLIENT').post(`${path}/submit`, body);
      ids.push(made.body.id);
      ids.push((await app.bought(path, { faceValue: 1_000_000 })).body.id);
      ids.push((await app.bought(path, { faceValue: 500_000 })).body.id);
    });
    after(() => app.stop());

    test('is entirely in the future for a pending one, by straight line', async () => {
      const lines = await schedule(path, ids[0] ?? 0);
      assert.equal(lines.length, 366);
      addsUp(lines);
      assert.ok(lines.every((line) => line.projected));
      assert.deepEqual(
        lines.map((line) => line.kind),
        ['PLACEMENT', ...Array<string>(364).fill('ACCRUAL'), 'MATURITY'],
      );
      // 1,000,000 at 16.73 % for 364 of 365 days costs 833,158.36. One day's interest is 458.3561….
      assert.equal(lines[0].cashFlow, -833_158.36);
      for (const days of [1, 100, 363]) {
        const value = 1_000_000 - (1_000_000 * 0.1673 * (364 - days)) / 365;
        assert.equal(lines[days].bookValue, Number(value.toFixed(2)));
      }
      assert.deepEqual(
        [lines[365].date, lines[365].cashFlow, lines[365].withholdingTax, lines[365].interest],
        ['2027-03-04', 1_000_000, 16_684.16, 0],
      );
    });

    test('ends at the termination of the whole instrument', async () => {
      const id = ids[2] ?? 0;
      await app.closeUntil('2026-03-09');
      await app.as('CLIENT').put(`${path}/terminate?id=${id}&c=${app.rich.id}&dr=20`);
      const lines = await schedule(path, id);
      addsUp(lines);
      assert.deepEqual(
        lines.map((line) => line.kind),
        ['PLACEMENT', 'ACCRUAL', 'ACCRUAL', 'ACCRUAL', 'ACCRUAL', 'TERMINATION'],
      );
      // Terminating at a discount rate of 20 % costs more than the accrued interest, so the final
      // interest is negative.
      assert.ok(lines[5].interest < 0);
    });

    test('has the same lines for a running one, booked or planned', async () => {
      const id = ids[1] ?? 0;
      const planned = await schedule(path, id);
      assert.equal(planned.filter((line) => line.projected).length, 365 - 4);
      await app.closeUntil('2026-03-25');
      const now = await schedule(path, id);
      const plain = (line: Json) => ({ ...line, projected: undefined });
      assert.deepEqual(now.map(plain), planned.map(plain));
      assert.equal(now.filter((line) => line.projected).length, 365 - 20);
      addsUp(now);
    });

    test('includes terminated parts, also at another rate and for an earlier day', async () => {
      const id = ids[1] ?? 0;
      const ended: Json[] = [];
      for (const query of ['fv=100000.01&td=2026-03-15&dr=25.5', 'fv=333333.33&dr=12']) {
        const terminate = `${path}/terminate?id=${id}&c=${app.rich.id}&${query}`;
        ended.push((await app.as('CLIENT').put(terminate)).body.settlement);
      }
      await app.closeUntil('2026-04-02');
      const lines = await schedule(path, id);
      addsUp(lines);
      const parts = lines.filter((line) => line.kind === 'PART_TERMINATION');
      assert.deepEqual(
        parts.map((line) => [line.date, line.cashFlow, line.withholdingTax, line.netCashFlow]),
        ended.map((one) => [
          '2026-03-25',
          one.terminationProceeds,
          one.terminationTax,
          one.terminationValue,
        ]),
      );
      assert.equal(parts[1].faceValue, 566_666.66);
      // One close catches up on most of a year. The proof `years` closes each day separately.
      await app.skipUntil(path === BILL ? '2027-03-01' : '2027-02-25');
      await app.closeUntil('2027-03-04');
      const done = await schedule(path, id);
      assert.deepEqual(
        done.map((line) => line.netCashFlow),
        lines.map((line) => line.netCashFlow),
      );
      assert.ok(done.every((line) => !line.projected));
      addsUp(done);
      const [paid] = await app.db.query<{ net: bigint }>(sql`
        select -sum(l.amount_minor)::bigint as net from journal j
        join journal_line l on l.journal_id = j.id join account a on a.id = l.account_id
        where j.source_type in ('DISCOUNTED_INSTRUMENT', 'TREASURY_BILL') and j.source_id = ${id}
          and a.customer_id is not null`);
      const net = done.reduce((sum: bigint, line) => sum + minor(line.netCashFlow), 0n);
      assert.equal(net, paid?.net);
    });
  });
}

test('401 and 404', async () => {
  app = await startDiscountedApp();
  after(() => app.stop());
  assert.equal((await app.as('NOBODY').get(`${PAPER}/schedule?id=1`)).status, 401);
  const { id } = (await app.bought(PAPER)).body;
  const elsewhere = app.asOffice('OPERATIONS', [app.otherOfficeId]);
  for (const reply of [
    await app.as('CLIENT').get(`${PAPER}/schedule?id=999999`),
    await app.as('CLIENT').get(`${BILL}/schedule?id=${id}`),
    await elsewhere.get(`${PAPER}/schedule?id=${id}`),
  ]) {
    assert.equal(reply.status, 404, reply.text);
  }
});

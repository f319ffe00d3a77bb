// Invariants of manual journals, imports and closed years: each is broken in the database and must
// appear in the integrity report.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sql, sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { type BookDesk, FINANCE, openBookDesk } from './book-desk.js';

let desk: BookDesk;
before(async () => {
  desk = await openBookDesk();
});
after(() => desk.app.stop());

const post = (path: string, body: object) => desk.app.as('FINANCE').post(FINANCE + path, body);
const approve = async (path: string, id: number) => {
  const reply = await desk.app.as('APPROVER').put(`${FINANCE}/journal/${path}/approve/id/${id}`);
  assert.equal(reply.status, 200, reply.text);
};

async function broken(): Promise<readonly number[]> {
  const { body } = await desk.app.as('AUDITOR').get(`${FINANCE}/integrity`);
  return body.invariants.filter(({ holds }: Json) => !holds).map((one: Json) => one.number);
}

/** Breaks the books, repairs them, and returns the invariants that were broken in between. */
async function brokenBy(breaking: Sql, mending: Sql): Promise<readonly number[]> {
  assert.deepEqual(await broken(), []);
  await desk.app.db.query(breaking);
  const found = await broken();
  await desk.app.db.query(mending);
  assert.deepEqual(await broken(), []);
  return found;
}

describe('integrity', () => {
  it('reports a manual journal that is booked but not POSTED', async () => {
    const line = { code: 'BANK:FIRM', currency: 'NGN' };
    const { body } = await post('/journal/create', {
      businessOfficeName: desk.office.name,
      narration: 'Interest',
      lines: [
        { ...line, debitAmount: 5 },
        { ...line, code: 'INC:INTEREST', creditAmount: 5 },
      ],
    });
    await approve('draft', body.id);
    const [row] = await desk.app.db.query<{ journal_id: bigint }>(
      sql`select journal_id from manual_journal where id = ${BigInt(body.id)}`,
    );
    const found = await brokenBy(
      sql`update manual_journal set state = 'REJECTED', journal_id = null`,
      sql`update manual_journal set state = 'POSTED', journal_id = ${row?.journal_id ?? 0n}`,
    );
    assert.deepEqual(found, [14]);
  });

  it('reports an import that is not booked completely', async () => {
    const { body } = await post(`/journal/import?businessOfficeName=${desk.office.name}`, {
      rows: [
        { journal: 'A', account: 'BANK:FIRM', debit: '5' },
        { journal: 'A', account: 'INC:INTEREST', credit: '5' },
      ],
    });
    await approve('import', body.id);
    const found = await brokenBy(
      sql`update journal_import set journal_count = journal_count + 1`,
      sql`update journal_import set journal_count = journal_count - 1`,
    );
    assert.deepEqual(found, [15]);
  });

  it('reports results that remain in a closed year', async () => {
    await desk.book({ on: desk.lastYear, debit: 'BANK:FIRM', credit: 'INC:FEES', minor: 1n });
    const found = await brokenBy(
      sql`update period_closing set soft_closed_through = ${desk.lastYear},
        hard_closed_through = ${desk.lastYear}`,
      sql`update period_closing set soft_closed_through = null, hard_closed_through = null`,
    );
    assert.deepEqual(found, [16]);
  });
});

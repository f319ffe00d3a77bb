// The nightly job that checks tax packs: a late record makes a pack outdated exactly once, even if
// the job is interrupted or repeated.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { packCheckJob } from '../../../src/modules/wealth/tax-pack/check.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { type Portfolio, startWealthApp, type WealthApp } from './wealth-app.js';

const API = '/api/v1/wealth/tax-pack';
const YEAR = 2026;

/** A customer with shares, and the customer's tax pack for a year that has ended. */
interface Packed {
  readonly owner: Depositor;
  readonly portfolio: Portfolio;
  readonly share: bigint;
  readonly packId: number;
}

describe('the nightly check of tax packs', () => {
  let app: WealthApp;
  before(async () => {
    app = await startWealthApp();
    await app.skipUntil('2027-01-05');
  });
  after(() => app.stop());

  let made = 0;

  async function packed(): Promise<Packed> {
    made += 1;
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const share = await app.share(`CHECK-${made}`, [['2026-03-05', 10, 100]]);
    await app.bring(portfolio, share, { date: '2026-03-05', quantity: 100, costMinor: 90_000n });
    const { status, body, text } = await app
      .as('OPERATIONS')
      .post(`${API}/issue`, { customerId: owner.id, y: YEAR });
    assert.equal(status, 201, text);
    assert.equal(body.result.state, 'PROVISIONAL');
    return { owner, portfolio, share, packId: body.result.id };
  }

  let sources = 900;

  /** Stores a sale in the year of the pack. */
  async function recordLate({ portfolio, share }: Packed): Promise<void> {
    sources += 1;
    await app.db.query(sql`
      insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
        cost_minor, proceeds_minor, gain_minor, currency, source_type, source_id)
      values (${portfolio.id}, ${share}, 'TENDER', '2026-06-30', -5, -4500, 5000, 500, 'NGN',
        'ENTITLEMENT', ${sources})`);
    await app.db.query(sql`
      select refold_holdings(array[${portfolio.id}]::bigint[], array[${share}]::bigint[],
        array['-infinity']::date[])`);
  }

  const run = (signal = new AbortController().signal) =>
    packCheckJob.run(app.context, { id: 1n, data: {}, attempt: 1, signal });

  const packOf = async ({ packId }: Packed): Promise<Json> =>
    (await app.as('AUDITOR').get(`${API}/id/${packId}`)).body;

  /** The pack's row and the number of its events. */
  const storedOf = async ({ packId }: Packed): Promise<Json> => {
    const [row] = await app.db.query<Json>(sql`
      select p.version, p.outdated_at is not null as outdated, p.outdated_changes as changes,
        p.modified_at::text as modified, p.modified_by as "by",
        (select count(*)::int from outbox_event e
          where e.type = 'tax-pack.outdated' and e.subject_id = p.id) as events
      from tax_pack p where p.id = ${packId}`);
    assert.ok(row);
    return row;
  };

  const sealedOf = async ({ packId }: Packed): Promise<unknown> => {
    const [row] = await app.db.query(sql`
      select document, code from tax_pack_document where pack_id = ${packId}`);
    return row;
  };

  it('runs once a day', () => {
    assert.deepEqual([packCheckJob.kind, packCheckJob.dailyAtUtc], ['tax-pack.check', '02:40']);
  });

  it('marks a pack that a late record changes, once, and leaves the others', async () => {
    const [late, same] = [await packed(), await packed()];
    const [before, sealed] = [await storedOf(same), await sealedOf(late)];
    await run();
    assert.equal((await storedOf(late)).outdated, false);
    await recordLate(late);
    await run();
    const marked = await storedOf(late);
    assert.deepEqual([marked.outdated, marked.events], [true, 1]);
    assert.ok(marked.changes > 0);
    const { outdatedDttm, outdatedChanges, inForce } = await packOf(late);
    assert.deepEqual([outdatedChanges, inForce], [marked.changes, true]);
    assert.ok(outdatedDttm);
    // The sealed document does not change.
    assert.deepEqual(await sealedOf(late), sealed);
    assert.deepEqual(await storedOf(same), before);
    assert.equal(before.events, 0);
  });

  it('changes nothing in a second run, not even after further late records', async () => {
    const late = await packed();
    await recordLate(late);
    await run();
    const marked = await storedOf(late);
    assert.equal(marked.events, 1);
    await run();
    await recordLate(late);
    await run();
    assert.deepEqual(await storedOf(late), marked);
  });

  it('sends one event if two nodes run it concurrently', async () => {
    const late = await packed();
    await recordLate(late);
    await Promise.all([run(), run()]);
    const { outdated, events } = await storedOf(late);
    assert.deepEqual([outdated, events], [true, 1]);
  });

  it('completes the remaining packs in its next run after a kill between two packs', async () => {
    const packs = [await packed(), await packed(), await packed()];
    for (const each of packs) await recordLate(each);
    const [first, second, third] = packs;
    assert.ok(first && second && third);
    await app.db.query(sql`
      create function kill_check() returns trigger language plpgsql as
        $$ begin raise exception 'killed'; end $$`);
    // A trigger definition cannot have parameters.
    const trigger = `create trigger killed after insert on outbox_event for each row
      when (new.type = 'tax-pack.outdated' and new.subject_id = ${second.packId})
      execute function kill_check()`;
    await app.db.query({ chunks: [trigger], values: [] });
    await assert.rejects(run(), /killed/);
    const [done, lost, untouched] = await Promise.all(packs.map(storedOf));
    assert.deepEqual([done?.outdated, done?.events], [true, 1]);
    // Neither the mark nor the event is stored, because both belong to one transaction.
    assert.deepEqual([lost?.outdated, lost?.events, lost?.version], [false, 0, untouched?.version]);
    assert.deepEqual([untouched?.outdated, untouched?.events], [false, 0]);
    await app.db.query(sql`drop trigger killed on outbox_event`);
    await run();
    assert.deepEqual(await storedOf(first), done);
    for (const each of packs) {
      const { outdated, events } = await storedOf(each);
      assert.deepEqual([outdated, events], [true, 1]);
    }
  });

  it('stops between two packs if its node stops', async () => {
    const late = await packed();
    await recordLate(late);
    const stopping = new AbortController();
    stopping.abort();
    await assert.rejects(run(stopping.signal));
    assert.equal((await storedOf(late)).outdated, false);
    await run();
    assert.equal((await storedOf(late)).events, 1);
  });
});

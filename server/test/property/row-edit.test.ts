// Random edits of rows made directly in the database with triggers off. Each edit is detected, with
// its table and record named. It is detected even if its row change is altered to match.
// COUNTINGHOUSE_ROUNDS sets the number of edits.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import { journalSource } from '../../src/modules/finance/index.js';
import { extendAuditChain } from '../../src/modules/identity/audit/chain.js';
import { verifyAuditChain } from '../../src/modules/identity/audit/proof.js';
import { proveRows } from '../../src/modules/identity/audit/row-proof.js';
import { PLATFORM_SOURCES } from '../../src/modules/identity/audit/source-queries.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { closeDays } from '../support/end-of-day.js';
import { sayProof } from '../support/proof.js';
import { randomFrom } from '../support/random.js';
import { roundsOr } from '../support/rounds.js';
import { waitFor } from '../support/wait.js';
import {
  type Edit,
  type EditedTable,
  editedTables,
  editRow,
  isLinked,
  makeChangesFit,
} from './row-edit.js';

const EDITS = roundsOr(60);
const SEED = Number(process.env.COUNTINGHOUSE_SEED ?? 20_261_125);
/** For every n-th edit of a hashed table, its row change is also altered to match. */
const FIT_EACH = 3;
const SOURCES = [...PLATFORM_SOURCES, journalSource];

let app: TestApp;
let client: pg.Client;
let tables: readonly EditedTable[];

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  await closeDays(app.as('ADMIN'));
  client = await app.db.dedicated();
  tables = await editedTables(app.db);
  await waitFor('the chain to cover every row', async () => {
    await extendAuditChain(app.context, SOURCES);
    const { rows } = await client.query(`
      select (select count(*) from row_change)
        + (select count(*) from outbox_event)
        + (select count(*) from journal)
        - (select sum(cardinality(row_ids)) from audit_batch) as uncovered`);
    return rows[0].uncovered === 0n;
  });
});
after(async () => {
  await client.end();
  await app.stop();
});

/**
 * Returns everything that the comparison of rows finds, on all its pages. Empty if nothing is
 * wrong.
 */
async function found(): Promise<readonly { table: string; record: string; reason: string }[]> {
  const faults = [];
  let from: string | undefined;
  do {
    const report = await proveRows(app.db, from);
    faults.push(...report.faults);
    from = report.nextFrom;
  } while (from !== undefined);
  return faults;
}

async function chainFault(): Promise<
  { table: string; record: string; reason: string } | undefined
> {
  const report = await verifyAuditChain(app.context, { from: 1n, heads: [], sources: SOURCES });
  const { valid, reason = '', table = '', record = '' } = report;
  return valid ? undefined : { table, record, reason };
}

const nameOf = ({ kind, table, column, before: was, after: is }: Edit): string =>
  `${kind} of ${table.name} ${was ?? is} ${column ?? ''}`;

function assertNamed(
  edit: Edit,
  fault: { table: string; record: string } | undefined,
  proof: string,
): void {
  assert.ok(fault, `${proof} finds ${nameOf(edit)}`);
  assert.equal(fault.table, edit.table.reportedAs ?? edit.table.name, nameOf(edit));
  assert.ok([edit.before, edit.after].includes(fault.record), `${nameOf(edit)}: ${fault.record}`);
}

describe('rows of the demonstration and of an end of day', () => {
  it('match their row changes and links', async () => {
    assert.deepEqual(await found(), []);
    assert.equal(await chainFault(), undefined);
  });
});

describe('an edit outside the program', () => {
  it('is detected with its table and record, even with a matching row change', async () => {
    const random = randomFrom(SEED);
    const touched = new Set<string>();
    let fitted = 0;
    for (let count = 0; count < EDITS; count += 1) {
      const table = tables[Math.floor(random() * tables.length)];
      assert.ok(table);
      const edit = await editRow(client, table, random);
      touched.add(table.name);
      if (isLinked(table)) {
        assertNamed(edit, await chainFault(), 'the chain');
      } else {
        const faults = await found();
        assertNamed(edit, faults[0], 'the comparison of rows');
        // A missing audit key always breaks the chain, at the first link that needs the key.
        if (count % FIT_EACH === 0 && table.name !== 'audit_key') {
          fitted += 1;
          const undoFit = await makeChangesFit(client, edit);
          assert.deepEqual(await found(), [], `${nameOf(edit)} fits`);
          assertNamed(edit, await chainFault(), 'the chain');
          await undoFit();
        }
      }
      await edit.undo();
    }
    assert.deepEqual(await found(), []);
    assert.equal(await chainFault(), undefined);
    sayProof('edits of rows', { edits: EDITS, found: EDITS, tables: touched.size, fitted });
  });
});

// A state machine step on its own table: its refusals, their order, and the rows that a change
// writes.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Context, Work } from '../../src/platform/context.js';
import type { Instant } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { defineProblems, Problem } from '../../src/platform/http/reply/problem.js';
import {
  changed,
  isOfOffices,
  stateSteps,
  visibleRows,
} from '../../src/platform/reference-data/state-step.js';
import { systemWork } from '../../src/platform/system-work.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/wait.js';
import { contextOn } from './job-node.js';

interface Row {
  readonly id: bigint;
  readonly office_id: bigint;
  readonly state: 'OPEN' | 'CLOSED' | 'VOID';
  readonly version: bigint;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const { PROBE_WRONG_STATE } = defineProblems({
  PROBE_WRONG_STATE: [409, 'It cannot be done now.'],
});

const noun = {
  lock: async ({ tx }: Work, id: bigint) => {
    const [row] = await tx.query<Row>(sql`select * from probe where id = ${id} for update`);
    return row;
  },
  isVisible: isOfOffices,
  missing: (id: bigint) => `no such probe: ${id}`,
  stateOf: ({ state }: Row) => state,
  wrongState: PROBE_WRONG_STATE,
};
const steps = stateSteps(noun);

let database: TestDatabase;
let context: Context;
let close: () => Promise<void>;

before(async () => {
  database = await createTestDatabase();
  ({ context, close } = contextOn(database.url));
  await database.db.query(sql`
    create table probe (id bigint primary key, office_id bigint, state text, version bigint,
      modified_by text, modified_at timestamptz)`);
});
beforeEach(async () => {
  await database.db.query(sql`delete from probe`);
  await database.db.query(sql`insert into probe values (1, 7, 'OPEN', 3, 'ada', now())`);
});
after(async () => {
  await close?.();
  await database?.drop();
});

/** How a caller differs from the system's own caller. */
interface Caller {
  readonly offices?: readonly bigint[];
  readonly ifMatch?: string;
}

/** Runs a step for a caller. Rejects if the step refuses. */
function stepAs<Result>({ offices, ifMatch }: Caller, step: (work: Work) => Promise<Result>) {
  return systemWork(context, 'test', (work) =>
    step({ ...work, ifMatch, principal: { ...work.principal, offices } }),
  );
}

/** Returns the code, arguments and detail of a step's refusal. */
async function refused(step: Promise<unknown>): Promise<readonly unknown[]> {
  const error = await step.then(
    () => assert.fail('nothing was refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Problem, String(error));
  return [error.kind.code, error.details.args ?? [], error.details.detail];
}

describe('a step', () => {
  test('gets the record that the caller sees, in an allowed state and its version', async () => {
    for (const ifMatch of [undefined, '*', '3']) {
      const caller = { offices: [7n], ...(ifMatch === undefined ? {} : { ifMatch }) };
      const row = await stepAs(caller, (work) => steps.lockVisible(work, 1n, ['VOID', 'OPEN']));
      assert.deepEqual([row.id, row.state, row.version], [1n, 'OPEN', 3n]);
    }
  });

  test('locks the record until its transaction ends', async () => {
    const order: string[] = [];
    let release = (): void => undefined;
    const mayEnd = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = stepAs({}, async (work) => {
      await steps.lockVisible(work, 1n);
      order.push('first locks');
      await mayEnd;
      order.push('first ends');
    });
    await until(() => order.length > 0);
    const second = stepAs({}, async (work) => {
      await steps.lockVisible(work, 1n);
      order.push('second locks');
    });
    await until(async () => {
      const [row] = await database.db.query<{ waiting: bigint }>(sql`
        select count(*) as waiting from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`);
      return (row?.waiting ?? 0n) > 0n;
    });
    release();
    await Promise.all([first, second]);
    assert.deepEqual(order, ['first locks', 'first ends', 'second locks']);
  });

  test('on an unknown record, or one of another office, is refused with 404', async () => {
    const missing = (id: bigint, caller: Caller) =>
      refused(stepAs(caller, (work) => steps.lockVisible(work, id)));
    assert.deepEqual(await missing(2n, {}), ['DOCUMENT_NOT_FOUND', [], 'no such probe: 2']);
    assert.deepEqual(await missing(1n, { offices: [8n] }), [
      ...['DOCUMENT_NOT_FOUND', [], 'no such probe: 1'],
    ]);
  });

  test('on another version is refused with 412 and the current version', async () => {
    const stale = refused(stepAs({ ifMatch: '2' }, (work) => steps.lockVisible(work, 1n)));
    assert.deepEqual((await stale).slice(0, 2), ['PRECONDITION_FAILED', ['3']]);
  });

  test('in another state is refused with 409, the state and the required states', async () => {
    const wrong = (allowed: readonly Row['state'][]) =>
      refused(stepAs({}, (work) => steps.lockVisible(work, 1n, allowed)));
    const detail = 'The record is OPEN. This operation requires CLOSED or VOID.';
    assert.deepEqual(await wrong(['CLOSED', 'VOID']), ['PROBE_WRONG_STATE', ['OPEN'], detail]);
    assert.deepEqual(await wrong([]), ['PROBE_WRONG_STATE', ['OPEN'], 'The record is OPEN.']);
  });

  test('refuses in the order 404, 412, 409', async () => {
    const code = async (caller: Caller) => {
      const [first] = await refused(
        stepAs(caller, (work) => steps.lockVisible(work, 1n, ['CLOSED'])),
      );
      return first;
    };
    assert.equal(await code({ offices: [8n], ifMatch: '2' }), 'DOCUMENT_NOT_FOUND');
    assert.equal(await code({ offices: [7n], ifMatch: '2' }), 'PRECONDITION_FAILED');
    assert.equal(await code({ offices: [7n], ifMatch: '3' }), 'PROBE_WRONG_STATE');
  });

  test('may run another check before the state', async () => {
    const late = stepAs({}, async (work) => {
      const row = await steps.lockVisible(work, 1n);
      steps.refuseUnless(row, ['OPEN']);
      steps.refuseUnless(row, ['VOID']);
    });
    assert.deepEqual((await refused(late)).slice(0, 2), ['PROBE_WRONG_STATE', ['OPEN']]);
  });

  test('uses the detail that its noun defines for a 409', async () => {
    const own = stateSteps({ ...noun, detailOf: ({ id }) => `probe ${id} is over` });
    const wrong = stepAs({}, (work) => own.lockVisible(work, 1n, ['VOID']));
    assert.equal((await refused(wrong))[2], 'probe 1 is over');
  });
});

test('rows without steps are checked only for visibility and version', async () => {
  const rows = visibleRows({ lock: noun.lock, isVisible: isOfOffices });
  const row = await stepAs({ ifMatch: '3' }, (work) => rows.lockVisible(work, 1n));
  assert.equal(row.state, 'OPEN');
  const unseen = stepAs({ offices: [] }, (work) => rows.lockVisible(work, 1n));
  assert.deepEqual(await refused(unseen), ['DOCUMENT_NOT_FOUND', [], undefined]);
  const stale = stepAs({ ifMatch: '4' }, (work) => rows.lockVisible(work, 1n));
  assert.equal((await refused(stale))[0], 'PRECONDITION_FAILED');
});

test('a changed record has the given members, the next version, and its user and time', () =>
  stepAs({}, async (work) => {
    const row = await steps.lockVisible(work, 1n);
    const after = changed(work, row, { state: 'CLOSED', version: 99n });
    assert.deepEqual(after, {
      ...row,
      ...{ state: 'CLOSED', version: 4n, modified_by: 'system', modified_at: work.now },
    });
    assert.equal(row.version, 3n, 'the record that was read stays as it was');
  }));

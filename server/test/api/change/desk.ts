// Starts a server with parking fees, a test-only kind of reference data, to test the four-eyes
// workflow.

import { Type } from '@sinclair/typebox';
import { modulesOf } from '../../../src/app/app.js';
import {
  changeModule,
  proposeChange,
  recordFirstVersion,
} from '../../../src/modules/change/index.js';
import type { IdentityModule } from '../../../src/modules/identity/index.js';
import { present } from '../../../src/platform/assert.js';
import { sql } from '../../../src/platform/database/sql.js';
import { defineProblems, refuseMember } from '../../../src/platform/http/reply/problem.js';
import { write } from '../../../src/platform/http/route.js';
import { buildServer } from '../../../src/platform/http/server.js';
import { closedObject, wireDecimal, wireText } from '../../../src/platform/http/shape/wire.js';
import { type Module, permissionsIn } from '../../../src/platform/module.js';
import { changeKind } from '../../../src/platform/reference-data/change-kind.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { startTestApp, type TestApp } from '../../support/app.js';

export interface ChangeDesk {
  readonly app: TestApp;
  /** The URL of the second server, which supports parking fees. */
  readonly url: string;
  /** Returns the fee in force for a place, or undefined. */
  readonly feeOf: (place: string) => Promise<string | undefined>;
  /** Stores version 1, as the program does for the records that ship with it. */
  readonly ship: (place: string, fee: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const problems = defineProblems({
  PARKING_FEE_REFUSED: [422, 'The fee is too high.'],
});

const body = closedObject({
  place: wireText(),
  fee: wireDecimal({ least: 0 }),
  note: Type.Optional(wireText()),
});

const parkingFee = changeKind({
  name: 'parking-fee',
  label: 'Parking fee',
  body,
  present: async (on, place) => {
    const [row] = await on.query<object>(
      sql`select place, fee from parking_fee where place = ${place}`,
    );
    return row;
  },
  check: async (work, { body: { fee } }) => {
    const [limit] = await work.tx.query<{ most: string }>(sql`select most from parking_limit`);
    if (fee.greaterThan(present(limit, 'the limit is there').most)) {
      throw refuseMember(problems.PARKING_FEE_REFUSED, 'fee', 'is too high');
    }
  },
  apply: async (work, { subject, body: { fee }, version }) => {
    await work.tx.query(sql`
      insert into parking_fee (place, fee, version)
      values (${subject}, ${fee.toFixed()}, ${version})
      on conflict (place) do update set fee = excluded.fee, version = excluded.version`);
    return { id: BigInt(version), name: `${subject}-${version}` };
  },
});

const parking: Module = {
  name: 'parking',
  summary: 'Fees of parking, which the tests propose and decide',
  problems,
  changes: [parkingFee],
  routes: [
    write({
      method: 'POST',
      path: 'parking/fee/propose',
      operation: 'proposeParkingFee',
      summary: 'Propose a fee',
      permission: 'market.parking-fee.propose',
      body,
      run: (work, { body: fee }) =>
        proposeChange(work, { kind: parkingFee, subject: fee.place, body: fee, reason: 'asked' }),
    }),
  ],
};

/** Starts an app, and a second server on the same database that also supports parking fees. */
export async function openChangeDesk(): Promise<ChangeDesk> {
  const app = await startTestApp();
  await app.db.query(sql`
    create table parking_fee (place text primary key, fee numeric not null, version int not null)`);
  await app.db.query(sql`create table parking_limit (most numeric not null)`);
  await app.db.query(sql`insert into parking_limit values (1000)`);
  const modules = modulesOf(app.context).filter(({ name }) => name !== 'change');
  const all = [...modules, parking, changeModule([parking])];
  const identity = present(
    modules.find((module): module is IdentityModule => 'authenticatorFor' in module),
    'identity is a module',
  );
  const server = await buildServer({
    context: app.context,
    modules: all,
    authenticate: identity.authenticatorFor(app.context, {
      permissions: permissionsIn(all),
      routes: all.flatMap(({ routes }) => routes),
    }),
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    url,
    feeOf: async (place) => {
      const [row] = await app.db.query<{ fee: object }>(
        sql`select fee from parking_fee where place = ${place}`,
      );
      return row && String(row.fee);
    },
    ship: (place, fee) =>
      systemWork(app.context, 'test', (work) =>
        recordFirstVersion(work, parkingFee, { subject: place, body: { place, fee } }),
      ),
    close: async () => {
      await server.close();
      await app.stop();
    },
  };
}

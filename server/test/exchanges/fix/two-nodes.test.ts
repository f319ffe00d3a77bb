// When several nodes share one session, only its owner records the session's state.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  type OrderAdapter,
  startOrderAdapter,
} from '../../../src/exchanges/fix/adapter/order-adapter.js';
import type { SessionHours } from '../../../src/exchanges/fix/session/peer/hours.js';
import type { Context } from '../../../src/platform/context.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Desk, openDesk } from '../../support/order-desk.js';
import { until } from '../../support/wait.js';
import { openStrangeExchange, type StrangeExchange } from '../misbehaviour/strange-exchange.js';

const SESSION = 'shared';
/**
 * The number of claims to wait for on each node. A node claims every second and retries a failed
 * claim after 100, 200 and 400 ms.
 */
const CLAIMS = 3;

interface Node {
  readonly hours?: SessionHours;
  /** True if every claim by this node fails. */
  readonly cannotClaim?: boolean;
}

describe('nodes with one session', () => {
  let desk: Desk;
  let exchange: StrangeExchange;
  const nodes: OrderAdapter[] = [];
  before(async () => {
    desk = await openDesk();
    exchange = await openStrangeExchange('FIX.4.4');
    await desk.db.query(sql`
      create table said_state (id bigint generated always as identity, state text not null)`);
    await desk.db.query(sql`
      create function note_said_state() returns trigger language plpgsql as
        'begin insert into said_state (state) values (new.state); return new; end'`);
    await desk.db.query(sql`
      create trigger said after insert or update on exchange_connection
      for each row execute function note_said_state()`);
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
    await desk.db.query(sql`truncate said_state`);
  });
  after(async () => {
    exchange.close();
    await desk.stop();
  });

  /** Starts a node. The result includes the number of claims that the node has made so far. */
  function start({ hours, cannotClaim = false }: Node = {}) {
    const { context } = desk;
    let claims = 0;
    const db: Context['db'] = {
      ...context.db,
      query: async (statement) => {
        if (!statement.chunks.join('').includes('fix_session_lease')) {
          return context.db.query(statement);
        }
        claims += 1;
        if (cannotClaim) throw new Error('no connection is left');
        return context.db.query(statement);
      },
    };
    const node = startOrderAdapter(
      { ...context, db },
      {
        name: SESSION,
        exchangeId: desk.exchangeId,
        host: '127.0.0.1',
        port: exchange.port,
        session: {
          key: { beginString: 'FIX.4.4', senderCompId: 'BROKER', targetCompId: 'NGX' },
          reconnectMaxMs: 400,
          ...(hours === undefined ? {} : { hours }),
        },
      },
    );
    nodes.push(node);
    return { node, claims: () => claims };
  }

  const hoursOver = (): SessionHours => {
    const today = new Date(desk.context.clock.millis()).getUTCDay();
    return { from: '10:00', until: '11:00', weekdays: [((today + 3) % 7) + 1], timeZone: 'UTC' };
  };

  /** Returns the recorded states without consecutive duplicates. */
  const said = async () => {
    const rows = await desk.db.query<{ state: string }>(
      sql`select state from said_state order by id`,
    );
    return rows.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1]);
  };

  it('show the reports of its owner, not those of the others', async () => {
    const { node } = start();
    await until(async () => (await said()).at(-1) === 'LOGGED_ON');
    await desk.db.query(sql`truncate said_state`);
    const others = [start({ hours: hoursOver() }), start({ cannotClaim: true }), start()];
    await until(() => others.every(({ claims }) => claims() >= CLAIMS));
    assert.equal(node.isConnected(), true);
    assert.deepEqual(
      (await said()).filter((state) => state !== 'LOGGED_ON'),
      [],
    );
  });

  it('show STOPPED before another node takes it over', async () => {
    const { node } = start();
    await until(() => node.isConnected());
    await until(async () => (await said()).at(-1) === 'LOGGED_ON');
    const { node: next } = start();
    await node.stop();
    await until(() => next.isConnected());
    await until(async () => (await said()).at(-1) === 'LOGGED_ON');
    const states = await said();
    assert.equal(states.filter((state) => state === 'STOPPED').length, 1);
    assert.ok(states.indexOf('STOPPED') < states.lastIndexOf('LOGGED_ON'));
  });

  it('show OUTSIDE_HOURS if a single node starts outside its hours', async () => {
    start({ hours: hoursOver() });
    await until(async () => (await said()).length > 0);
    assert.deepEqual(await said(), ['OUTSIDE_HOURS']);
  });

  it('show LOGGED_OUT_BY_OPERATOR if a single node starts while it is held', async () => {
    await desk.db.query(sql`update fix_session set held = true`);
    start();
    await until(async () => (await said()).length > 0);
    assert.deepEqual(await said(), ['LOGGED_OUT_BY_OPERATOR']);
    await desk.db.query(sql`update fix_session set held = false`);
    await until(async () => (await said()).at(-1) === 'LOGGED_ON');
  });
});

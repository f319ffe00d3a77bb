// An unreachable exchange: warnings from submit and validate show when it became unreachable and
// how many orders wait. The warnings disappear once the exchange is back.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { watchExchanges } from '../../../../src/modules/order/exchange/health.js';
import { reachWarnings } from '../../../../src/modules/order/exchange/reach.js';
import {
  CONNECTION_STATES,
  type ConnectionReach,
  noteConnection,
} from '../../../../src/modules/order/index.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { limitBody, type MarketDesk, openMarketDesk, TRADE_ORDER } from './market-desk.js';

const CONNECTIONS = '/api/v1/order/exchange/connection/list';
const SESSION = 'NGX-MAIN';

describe('an exchange that cannot be reached', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk([{ session: SESSION, exchange: 'NGX' }]);
  });
  after(() => desk.stop());

  const at = (time: string) => `2026-12-07T${time}:00.000Z`;
  type Reached = Pick<ConnectionReach, 'state'> & Partial<ConnectionReach>;
  const say = (reached: Reached, since: string, seen: string) =>
    noteConnection(desk.db, {
      ...{ sessionName: SESSION, protocolName: 'FIX.4.4:BRK->NGX', host: '10.0.0.5', port: 9876 },
      ...{ attempts: 0, lastError: undefined, since: at(since), now: at(seen), ...reached },
    });
  const ON: Reached = { state: 'LOGGED_ON' };

  async function warned(operation: 'submit' | 'validate'): Promise<readonly string[]> {
    const reply = await desk.caller.post(`${TRADE_ORDER}/${operation}`, limitBody());
    assert.ok(reply.status < 300, reply.text);
    const warnings: readonly { code: string; detail: string }[] = reply.body.warnings ?? [];
    const found = warnings.filter(({ code }) => code === 'EXCHANGE_UNREACHABLE');
    return found.map(({ detail }) => detail);
  }

  async function connection(): Promise<object> {
    const { body } = await desk.caller.get(CONNECTIONS);
    assert.equal(body.count, 1);
    return body.result[0];
  }

  async function metrics(): Promise<readonly string[]> {
    await watchExchanges(desk.context);
    const text = await desk.context.metrics.registry.metrics();
    return text.split('\n').filter((line) => line.includes('name="exchange_'));
  }

  // `desk.at` expects Lagos time, which is one hour ahead of the UTC times given to `say`.
  it('has its orders accepted and waiting if it was never connected', async () => {
    const never = `the session ${SESSION} has never been logged on: its adapter has stopped`;
    const said = `${never}; the order is waiting (other waiting orders: 0)`;
    assert.deepEqual(await warned('validate'), [said]);
    assert.deepEqual(await warned('submit'), [said]);
    const known = { sessionName: SESSION, exchange: 'NGX', loggedOn: false, state: 'STOPPED' };
    assert.deepEqual(await connection(), { ...known, attempts: 0, waitingOrders: 1 });
  });

  it('is down in the metrics, with the number of orders that wait for it', async () => {
    assert.deepEqual(await metrics(), [
      'countinghouse_state{name="exchange_sessions_down"} 1',
      'countinghouse_state{name="exchange_orders_waiting"} 1',
      'countinghouse_state{name="exchange_session_up_ngx-main"} 0',
    ]);
    await say({ state: 'OUTSIDE_HOURS' }, '10:00', '10:00');
    const [down, waiting] = await metrics();
    assert.match(down ?? '', / 0$/);
    assert.match(waiting ?? '', / 1$/);
  });

  it('causes no warning once it is connected', async () => {
    await say(ON, '09:00', '10:04');
    await desk.at('11:04');
    assert.deepEqual(await warned('validate'), []);
    assert.deepEqual(await warned('submit'), []);
    const known = { sessionName: SESSION, exchange: 'NGX', loggedOn: true, state: 'LOGGED_ON' };
    assert.deepEqual(await connection(), {
      ...known,
      ...{ attempts: 0, since: at('09:00'), waitingOrders: 2 },
    });
  });

  it('causes a warning that shows since when, and how many orders wait', async () => {
    await say(ON, '09:00', '10:10');
    await say({ state: 'CONNECTING', attempts: 1, lastError: 'closed' }, '10:10', '10:10');
    await desk.at('11:10');
    const gone = `the session ${SESSION} has been logged off since ${at('10:10')}`;
    const [said] = await warned('submit');
    assert.equal(said, `${gone}: it is connecting; the order is waiting (other waiting orders: 2)`);
    await desk.at('11:16');
    assert.match(
      (await warned('validate'))[0] ?? '',
      /; the order is waiting \(other waiting orders: 3\)$/,
    );
  });

  it('is shown as unreachable since the first of several successive reasons', async () => {
    await say({ state: 'REFUSED', attempts: 7, lastError: 'logout: who?' }, '10:17', '10:17');
    await desk.at('11:17');
    assert.deepEqual(await connection(), {
      ...{ sessionName: SESSION, exchange: 'NGX', loggedOn: false, waitingOrders: 3 },
      ...{ state: 'REFUSED', attempts: 7, lastError: 'logout: who?', since: at('10:10') },
    });
    const reasons = {
      REFUSED: /: the exchange is rejecting it; /,
      LOGGED_OUT_BY_OPERATOR: /: an operator has logged it out; /,
      OUTSIDE_HOURS: /: it is outside its hours; /,
      STOPPED: /: its adapter has stopped; /,
    } as const;
    for (const [place, state] of Object.keys(reasons).entries()) {
      const reason = CONNECTION_STATES.find((each) => each === state);
      assert.ok(reason);
      const minute = 18 + place;
      await say({ state: reason }, `10:${minute}`, `10:${minute}`);
      await desk.at(`11:${minute}`);
      const [detail] = await warned('validate');
      assert.match(detail ?? '', /has been logged off since 2026-12-07T10:10:00/);
      assert.match(detail ?? '', Object.values(reasons)[place] ?? /never/);
    }
  });

  it('is shown as unreachable since the last status that its adapter sent', async () => {
    await say(ON, '10:20', '10:25');
    await desk.at('11:26');
    assert.match(
      (await warned('validate'))[0] ?? '',
      /has been logged off since 2026-12-07T10:25:00/,
    );
    assert.equal(Object(await connection()).loggedOn, false);
    assert.equal(Object(await connection()).state, 'STOPPED');
    await say(ON, '10:20', '10:27');
    await desk.at('11:27');
    assert.deepEqual(await warned('validate'), []);
  });

  it('has its status read again if the transaction that read it failed', async () => {
    await say({ state: 'CONNECTING' }, '10:30', '10:30');
    await desk.at('11:31');
    let other: ReturnType<typeof reachWarnings> | undefined;
    const failed = systemWork(desk.context, 'test', async (work) => {
      await assert.rejects(work.tx.query(sql`select 1 / 0`));
      const read = reachWarnings(work, SESSION);
      other = systemWork(desk.context, 'test', (own) => reachWarnings(own, SESSION));
      await Promise.allSettled([read, other]);
      return read;
    });
    await assert.rejects(failed, { code: '25P02' });
    assert.ok(other);
    assert.match((await other)[0]?.detail ?? '', /has been logged off since 2026-12-07T10:27:00/);
  });
});

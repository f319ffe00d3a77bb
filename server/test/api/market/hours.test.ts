// The hours of an exchange: phase, end of the phase, next opening, weekends and holidays.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../../support/app.js';
import { type MarketDesk, openMarketDesk } from '../order/exchange/market-desk.js';

const PATH = '/api/v1/order/exchange/hours/list';

describe('the hours of an exchange', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(() => desk.stop());

  /** Returns the hours at a local time. Lagos is one hour ahead of UTC. */
  async function hoursAt(time: string, date?: string, business?: string): Promise<Json> {
    await desk.at(time, date, business);
    const { body } = await desk.caller.get(PATH);
    return body.result.find(({ exchange }: Json) => exchange === 'NGX');
  }
  const of = ({ phase, phaseEnds, nextOpening, holiday }: Json) => [
    ...[phase, phaseEnds, nextOpening, holiday],
  ];

  it('have the end of each phase, and the opening before continuous trading', async () => {
    const opens = '2026-12-07T09:00:00.000Z';
    assert.deepEqual(of(await hoursAt('08:00')), ['CLOSED', undefined, opens, undefined]);
    const preOpen = ['PRE_OPEN', '2026-12-07T08:55:00.000Z', opens, undefined];
    assert.deepEqual(of(await hoursAt('09:30')), preOpen);
    const trading = ['CONTINUOUS', '2026-12-07T13:20:00.000Z', undefined, undefined];
    assert.deepEqual(of(await hoursAt('11:00')), trading);
  });

  it('open on the next day after the close, and on Monday after a Friday', async () => {
    const [, , tuesday] = of(await hoursAt('15:00'));
    assert.equal(tuesday, '2026-12-08T09:00:00.000Z');
    const [phase, , monday] = of(await hoursAt('15:00', '2026-12-11'));
    assert.deepEqual([phase, monday], ['CLOSED', '2026-12-14T09:00:00.000Z']);
  });

  it("name the holiday on the session's date", async () => {
    const christmas = await hoursAt('11:00', '2026-12-25');
    assert.deepEqual([christmas.phase, christmas.holiday], ['CLOSED', 'Christmas Day']);
    assert.ok(christmas.nextOpening > '2026-12-26');
  });

  it('follow the business date if the day has been closed before midnight', async () => {
    const [phase, , opens] = of(await hoursAt('15:00', '2026-12-07', '2026-12-08'));
    assert.deepEqual([phase, opens], ['CLOSED', '2026-12-08T09:00:00.000Z']);
  });
});

// How the exchange responds to orders, cancels, replacements and status requests, on a real
// database.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { outbound } from '../../../src/exchanges/fix/session/message/message.js';
import { NGX_HOURS, type TradingHours } from '../../../src/exchanges/simulator/phase.js';
import { ONE } from '../../../src/exchanges/simulator/price.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { cancel, newOrder, openFloor, replace, story, type Told } from './floor.js';

let database: TestDatabase;
let floors = 0;

/** Opens a separate exchange for each test, all in one database. */
function floor(change: Parameters<typeof openFloor>[1] = {}) {
  floors += 1;
  return openFloor(database.db, { name: `X${floors}`, ...change });
}

before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

describe('a new order', () => {
  it('is acknowledged, rests, and trades when another member meets it', async () => {
    const { send, waiting, delivered } = await floor();
    const rest = await send('A', newOrder({ id: 'a1', side: '2', quantity: 60, price: '22.05' }));
    assert.deepEqual(story(rest), ['0/0 cum=0 leaves=60']);
    const hit = await send('B', newOrder({ id: 'b1', quantity: 100, price: '22.10' }));
    assert.deepEqual(story(hit), ['0/0 cum=0 leaves=100', 'F/1 cum=60 leaves=40']);
    assert.deepEqual([hit[1]?.[31], hit[1]?.[32], hit[1]?.[6]], ['22.05', '60', '22.05']);
    assert.deepEqual(delivered, ['A']);
    const told = await waiting('A');
    assert.deepEqual(story(told), ['F/2 cum=60 leaves=0']);
    assert.equal(told[0]?.[11], 'a1');
    assert.deepEqual(await waiting('A'), []);
  });

  it('gets its reports in order even if one of them is still waiting', async () => {
    const { send } = await floor();
    await send('A', newOrder({ id: 'a1', side: '2', quantity: 60 }));
    await send('B', newOrder({ id: 'b1', quantity: 50 }));
    const told = await send('A', cancel('a2', 'a1', '2'));
    assert.deepEqual(story(told), ['F/1 cum=50 leaves=10', '4/4 cum=50 leaves=0']);
  });

  it('is answered in the same way alone and with other messages', async () => {
    const messages = [
      newOrder({ id: 'a1', side: '2', quantity: 60, price: '22.00' }),
      newOrder({ id: 'a2', side: '1', quantity: 20, price: '22.00' }),
      newOrder({ id: 'a2', side: '1', quantity: 5 }),
      newOrder({ id: 'a3', symbol: 'NONE' }),
      cancel('a4', 'a1', '2'),
      newOrder({ id: 'a3', quantity: 7 }),
      cancel('a5', 'a2', '1'),
      newOrder({ id: 'a6', quantity: 1, side: '2', price: '22.10' }),
      replace('a6', { id: 'a7', side: '2', quantity: 3, price: '22.10' }),
      newOrder({ id: 'a4', quantity: 7 }),
    ];
    const alone = await floor();
    const expected = [];
    for (const message of messages) expected.push(...(await alone.send('A', message)));
    const together = await floor();
    const told = await together.sendAll('A', messages);
    assert.deepEqual(story(told), story(expected));
    assert.deepEqual(
      told.map((each) => [each[11], each[58]]),
      expected.map((each) => [each[11], each[58]]),
    );
    const more = newOrder({ id: 'b1', side: '1', quantity: 10, price: '22.10' });
    assert.deepEqual(story(await together.send('B', more)), story(await alone.send('B', more)));
  });

  it('has an average price over all its fills', async () => {
    const { send } = await floor();
    await send('A', newOrder({ side: '2', quantity: 1, price: '22.00' }));
    await send('A', newOrder({ side: '2', quantity: 2, price: '22.05' }));
    const told = await send('B', newOrder({ quantity: 3, price: '22.05' }));
    assert.equal(told.at(-1)?.[6], '22.033333');
    assert.deepEqual(story(told).slice(1), ['F/1 cum=1 leaves=2', 'F/2 cum=3 leaves=0']);
  });

  const refused = [
    ['an unknown security', { symbol: 'NONE' }, '1', /unknown security/],
    ['a price above the band', { price: '24.25' }, '99', /price exceeds price band 19.80 to 24.20/],
    ['a price off the tick', { price: '22.01' }, '99', /invalid price increment, tick is 0.05/],
    ['a quantity of a part', { quantity: '1.5' }, '99', /whole number/],
    ['a price of five decimals', { price: '22.00001' }, '99', /four decimals/],
    ['a date that has passed', { term: '6', date: '20261122' }, '99', /has passed/],
    ['an unknown time in force', { term: '5' }, '11', /time in force/],
  ] as const;
  for (const [name, fields, reason, text] of refused) {
    it(`is refused for ${name}`, async () => {
      const { send } = await floor();
      const [told] = await send('A', newOrder({ id: 'a1', ...fields }));
      assert.deepEqual(
        [told?.[150], told?.[39], told?.[103], told?.[11]],
        ['8', '8', reason, 'a1'],
      );
      assert.match(told?.[58] ?? '', text);
    });
  }

  it('is refused with the codes of the newer version if it has them', async () => {
    const { send } = await floor({ versionOf: () => 'FIXT.1.1' });
    const [band] = await send('A', newOrder({ price: '24.25' }));
    const [tick] = await send('A', newOrder({ price: '22.01' }));
    assert.deepEqual([band?.[103], tick?.[103]], ['16', '18']);
  });

  it('is refused if its ClOrdID was used, and dropped if it is only a repetition', async () => {
    const { send } = await floor();
    await send('A', newOrder({ id: 'a1' }));
    const [told] = await send('A', newOrder({ id: 'a1' }));
    assert.deepEqual([told?.[39], told?.[103]], ['8', '6']);
    assert.deepEqual(await send('A', newOrder({ id: 'a1' }, true)), []);
    assert.deepEqual(story(await send('B', newOrder({ id: 'a1' }))), ['0/0 cum=0 leaves=100']);
  });

  it('has its remainder cancelled if it is an immediate or market order', async () => {
    const { send } = await floor();
    await send('A', newOrder({ side: '2', quantity: 30 }));
    const whole = await send('B', newOrder({ quantity: 40, term: '4' }));
    assert.deepEqual(story(whole), ['0/0 cum=0 leaves=40', '4/4 cum=0 leaves=0']);
    const some = await send('B', newOrder({ quantity: 40, term: '3' }));
    assert.deepEqual(story(some).slice(1), ['F/1 cum=30 leaves=10', '4/4 cum=30 leaves=0']);
    const market = await send('B', newOrder({ quantity: 40, price: 'MARKET' }));
    assert.deepEqual(story(market).slice(1), ['4/4 cum=0 leaves=0']);
  });

  it('is answered in FIX 4.2 for a member of that version', async () => {
    const { send } = await floor({ versionOf: () => 'FIX.4.2' });
    await send('A', newOrder({ id: 'a1', side: '2', quantity: 30 }));
    const told = await send('B', newOrder({ id: 'b1', quantity: 40 }));
    assert.deepEqual(
      told.map((report) => [report[20], report[150], report[39]]),
      [
        ['0', '0', '0'],
        ['0', '1', '1'],
      ],
    );
    const [status] = await send(
      'B',
      outbound('H', [
        [11, 'b1'],
        [55, 'ACCESS'],
        [54, '1'],
      ]),
    );
    assert.deepEqual([status?.[20], status?.[150]], ['3', '1']);
  });

  it('requires its fields', async () => {
    const { send } = await floor();
    const [told] = await send(
      'A',
      outbound('D', [
        [11, 'a1'],
        [55, 'ACCESS'],
        [54, '1'],
        [40, '1'],
      ]),
    );
    assert.deepEqual([told?.[35], told?.[380], told?.[372], told?.[45]], ['j', '5', 'D', '7']);
  });
});

describe('a cancel', () => {
  it('ends the order under the new ClOrdID', async () => {
    const { send } = await floor();
    await send('A', newOrder({ id: 'a1' }));
    const [told] = await send('A', cancel('a2', 'a1'));
    assert.deepEqual([told?.[150], told?.[39], told?.[11], told?.[41]], ['4', '4', 'a2', 'a1']);
  });

  it('is rejected when the order is unknown, another member’s, or done', async () => {
    const { send } = await floor();
    await send('A', newOrder({ id: 'a1' }));
    assert.deepEqual(story(await send('B', cancel('b2', 'a1'))), ['9 1']);
    await send('B', newOrder({ id: 'b3', side: '2' }));
    const [told] = await send('A', cancel('a2', 'a1'));
    // The fill that waits for the member is delivered first.
    assert.equal(told?.[150], 'F');
    const [late] = await send('A', cancel('a3', 'a1'));
    assert.deepEqual([late?.[35], late?.[102], late?.[39], late?.[434]], ['9', '0', '2', '1']);
    assert.deepEqual(story(await send('A', cancel('a3', 'a1'))), ['9 6']);
  });
});

describe('a replacement', () => {
  it('applies the new terms and trades at once if they cross', async () => {
    const { send } = await floor();
    await send('B', newOrder({ side: '2', quantity: 30, price: '22.10' }));
    await send('A', newOrder({ id: 'a1' }));
    const told = await send('A', replace('a1', { id: 'a2', quantity: 120, price: '22.10' }));
    assert.deepEqual(story(told), ['5/0 cum=0 leaves=120', 'F/1 cum=30 leaves=90']);
    assert.deepEqual([told[0]?.[11], told[0]?.[41], told[1]?.[11]], ['a2', 'a1', 'a2']);
  });

  it('below the filled quantity leaves the order filled', async () => {
    const { send, waiting } = await floor();
    await send('B', newOrder({ side: '2', quantity: 30 }));
    await send('A', newOrder({ id: 'a1' }));
    await waiting('B');
    const [told] = await send('A', replace('a1', { id: 'a2', quantity: 20 }));
    assert.deepEqual(story(told === undefined ? [] : [told]), ['5/2 cum=30 leaves=0']);
    assert.equal(told?.[38], '30');
    assert.deepEqual(story(await send('B', newOrder({ side: '2', quantity: 5 }))), [
      '0/0 cum=0 leaves=5',
    ]);
  });

  it('is rejected for invalid terms, and the old ones stay in force', async () => {
    const { send } = await floor();
    await send('A', newOrder({ id: 'a1' }));
    const [told] = await send('A', replace('a1', { id: 'a2', price: '30.00' }));
    assert.deepEqual([told?.[35], told?.[102], told?.[434]], ['9', '2', '2']);
    assert.deepEqual(story(await send('A', cancel('a3', 'a1'))), ['4/4 cum=0 leaves=0']);
  });
});

describe('status requests', () => {
  it('report the state of one order', async () => {
    const { send } = await floor();
    await send('A', newOrder({ id: 'a1' }));
    await send('A', cancel('a2', 'a1'));
    const ask = (id: string) =>
      outbound('H', [
        [11, id],
        [55, 'ACCESS'],
        [54, '1'],
      ]);
    assert.deepEqual(story(await send('A', ask('a1'))), ['I/4 cum=0 leaves=0']);
    assert.deepEqual(story(await send('A', ask('zz'))), ['I/8 cum=0 leaves=0']);
  });

  it('list all orders with the last one marked, or report that there are none', async () => {
    const { send } = await floor();
    const ask = outbound('AF', [
      [584, 'm1'],
      [585, '7'],
    ]);
    const [none] = await send('A', ask);
    assert.deepEqual([none?.[39], none?.[584], none?.[911], none?.[912]], ['8', 'm1', '0', 'Y']);
    for (const id of ['a1', 'a2']) await send('A', newOrder({ id }));
    const told = await send('A', ask);
    assert.deepEqual(
      told.map((report) => [report[11], report[911], report[912]]),
      [
        ['a1', '2', 'N'],
        ['a2', '2', 'Y'],
      ],
    );
  });

  it('get a business reject if their type is not supported', async () => {
    const { send } = await floor();
    const [told] = await send('A', outbound('AD', [[568, 'r1']]));
    assert.deepEqual([told?.[35], told?.[380], told?.[372]], ['j', '3', 'AD']);
  });
});

describe('the operator', () => {
  it('halts and resumes a security, while cancels remain possible', async () => {
    const { send, exchange } = await floor();
    await send('A', newOrder({ id: 'a1' }));
    assert.equal(await exchange.halt('ACCESS'), true);
    assert.equal(await exchange.halt('NONE'), false);
    const [told] = await send('A', newOrder());
    assert.deepEqual([told?.[103], told?.[58]], ['2', 'security is halted']);
    assert.deepEqual(story(await send('A', replace('a1', { id: 'a2' }))), ['9 2']);
    assert.deepEqual(story(await send('A', cancel('a3', 'a1'))), ['4/4 cum=0 leaves=0']);
    await exchange.resume('ACCESS');
    assert.deepEqual(story(await send('A', newOrder())), ['0/0 cum=0 leaves=100']);
  });

  it('ends the day, on which DAY and due GTD orders expire and others stay', async () => {
    const { send, waiting, exchange, now } = await floor();
    await send('A', newOrder({ id: 'day' }));
    await send('A', newOrder({ id: 'gtc', term: '1' }));
    await send('A', newOrder({ id: 'due', term: '6', date: '20261123' }));
    await send('A', newOrder({ id: 'later', term: '6', date: '20261124' }));
    await exchange.closeDay(businessDate('2026-11-23'));
    await exchange.closeDay(businessDate('2026-11-23'));
    const told = await waiting('A');
    assert.deepEqual(
      told.map((report) => [report[11], report[150]]),
      [
        ['day', 'C'],
        ['due', 'C'],
      ],
    );
    now.businessDate = businessDate('2026-11-24');
    await send('A', newOrder({ id: 'next' }));
    await exchange.closeDay(businessDate('2026-11-24'));
    assert.deepEqual(
      (await waiting('A')).map((report) => report[11]),
      ['later', 'next'],
    );
  });

  it("keeps a member's dispute of its own trade until the trade is busted", async () => {
    const told: string[] = [];
    const { send, exchange } = await floor({ onDispute: (member) => told.push(member) });
    await send('A', newOrder({ id: 'a1', side: '2', quantity: 40 }));
    const hit = await send('B', newOrder({ id: 'b1', quantity: 40 }));
    const [execId, orderId] = [hit[1]?.[17] ?? '', hit[1]?.[37] ?? ''];
    const dispute = outbound('Q', [
      [37, orderId],
      [17, execId],
      [127, 'B'],
      [58, 'we sold'],
    ]);
    const unknown = (await send('A', dispute)).find((reply) => reply[35] === 'j');
    assert.deepEqual([unknown?.[35], unknown?.[380], unknown?.[372]], ['j', '1', 'Q']);
    const [short] = await send('B', outbound('Q', [[17, execId]]));
    assert.deepEqual([short?.[35], short?.[380]], ['j', '5']);
    assert.deepEqual(await exchange.disputes(), []);
    assert.deepEqual(await send('B', dispute), []);
    assert.deepEqual(await send('B', dispute), []);
    const shown = async () =>
      (await exchange.disputes()).map((each) => [each.member, each.execId, each.busted]);
    assert.deepEqual(await shown(), [['B', execId, false]]);
    assert.equal((await exchange.disputes())[0]?.text, 'we sold');
    assert.deepEqual(told, ['B', 'B']);
    await exchange.bust(execId);
    assert.deepEqual(await shown(), [['B', execId, true]]);
  });

  it('busts a trade: a resting order gets its quantity back, a filled one ends', async () => {
    const { send, waiting, exchange } = await floor();
    await send('A', newOrder({ id: 'a1', side: '2', quantity: 150 }));
    const hit = await send('B', newOrder({ id: 'b1', price: '22.05' }));
    await waiting('A');
    const execId = hit[1]?.[17] ?? '';
    assert.equal(await exchange.bust(execId), true);
    assert.equal(await exchange.bust(execId), false);
    const [buyer] = await waiting('B');
    assert.deepEqual([buyer?.[19], buyer?.[6]], [execId, '0']);
    assert.deepEqual(story(buyer === undefined ? [] : [buyer]), ['H/4 cum=0 leaves=0']);
    assert.deepEqual(story(await waiting('A')), ['H/0 cum=0 leaves=150']);
    const all = await send('B', newOrder({ quantity: 150 }));
    assert.deepEqual(story(all).slice(1), ['F/2 cum=150 leaves=0']);
  });

  it('corrects the price of a trade', async () => {
    const { send, waiting, exchange } = await floor();
    await send('A', newOrder({ side: '2' }));
    const hit = await send('B', newOrder({ id: 'b1' }));
    const execId = hit[1]?.[17] ?? '';
    assert.ok(await exchange.correct(execId, { price: 21n * ONE, quantity: 100n }));
    const [told] = await waiting('B');
    assert.deepEqual(
      [told?.[150], told?.[31], told?.[6], told?.[39]],
      ['G', '21.00', '21.00', '2'],
    );
    assert.equal(await exchange.correct(execId, { price: 21n * ONE, quantity: 101n }), false);
  });
});

describe('the phases', () => {
  it('collect limit orders before the open and match them at one price at the open', async () => {
    const { send, waiting, exchange, now } = await floor({ hours: () => NGX_HOURS });
    now.at = '2026-11-23T08:00:00.000Z';
    const [closed] = await send('A', newOrder());
    assert.equal(closed?.[58], 'the market is closed');
    now.at = '2026-11-23T08:40:00.000Z';
    await send('A', newOrder({ id: 'a1', price: '22.50' }));
    await send('A', newOrder({ id: 'open', price: '21.00', term: '2' }));
    const crossing = await send('B', newOrder({ id: 'b1', side: '2', price: '21.50' }));
    assert.deepEqual(story(crossing), ['0/0 cum=0 leaves=100']);
    now.at = '2026-11-23T09:00:00.000Z';
    await exchange.step();
    const told = await waiting('A');
    assert.deepEqual(
      told.map((report) => [report[11], report[150], report[31]]),
      [
        ['a1', 'F', '22.50'],
        ['open', 'C', undefined],
      ],
    );
  });

  it('depend on the asset class: bonds close later than shares, and open separately', async () => {
    const bonds = [
      { from: '10:30', phase: 'PRE_OPEN' },
      { from: '11:00', phase: 'CONTINUOUS' },
      { from: '16:00', phase: 'CLOSED' },
    ] as const;
    const { dayOn } = NGX_HOURS;
    const hours: TradingHours = {
      ...NGX_HOURS,
      dayOn: (date, assetClass) =>
        assetClass === 'BOND' ? { phases: bonds } : dayOn(date, 'EQUITY'),
    };
    const { send, waiting, exchange, now } = await floor({ hours: () => hours });
    const bond = { symbol: 'FGN', price: '100.00' };
    const listing = { symbol: 'FGN', assetClass: 'BOND', previousClose: 100n * ONE } as const;
    await exchange.loadSecurities([listing]);
    now.at = '2026-11-23T09:40:00.000Z';
    await send('A', newOrder({ ...bond, id: 'bid', term: '2' }));
    const [told] = await send('A', newOrder({ id: 'share', term: '2' }));
    assert.match(told?.[58] ?? '', /too late for the opening/);
    now.at = '2026-11-23T10:01:00.000Z';
    await exchange.step();
    assert.deepEqual(story(await waiting('A')), ['C/C cum=0 leaves=0']);
    now.at = '2026-11-23T14:00:00.000Z';
    const [closed] = await send('A', newOrder());
    assert.equal(closed?.[58], 'the market is closed');
    await send('A', newOrder({ ...bond, id: 'late' }));
    const [sold] = await send('B', newOrder({ ...bond, side: '2' }));
    assert.equal(sold?.[150], '0');
    assert.deepEqual(story(await waiting('A')), ['F/2 cum=100 leaves=0']);
  });

  it('keep orders for the close out of the book until then', async () => {
    const { send, waiting, exchange, now } = await floor({ hours: () => NGX_HOURS });
    await send('A', newOrder({ id: 'a1', term: '7' }));
    assert.deepEqual(story(await send('B', newOrder({ id: 'b1', side: '2' }))), [
      '0/0 cum=0 leaves=100',
    ]);
    now.at = '2026-11-23T13:21:00.000Z';
    await exchange.step();
    assert.deepEqual(await waiting('A'), []);
    now.at = '2026-11-23T13:30:00.000Z';
    await exchange.step();
    assert.deepEqual(story(await waiting('A')), ['F/2 cum=100 leaves=0']);
  });
});

describe('an ex-date', () => {
  const begun = async (amounts: { amount: bigint; dividend: bigint; factor: bigint }) => {
    const opened = await floor();
    const { exchange, now } = opened;
    const open = async (reference: bigint) => {
      now.businessDate = businessDate('2026-11-24');
      now.at = '2026-11-24T11:00:00.000Z';
      const exDate = { date: now.businessDate, ...amounts };
      await exchange.loadSecurities([{ symbol: 'ACCESS', previousClose: reference, exDate }]);
    };
    return { ...opened, open };
  };
  const WHOLE = 1_000_000_000n;
  const GTD = { term: '6', date: '20261130' } as const;
  const terms = (reports: readonly Told[]) =>
    reports.map((report) => [report[11], report[150], report[38], Number(report[44])]);

  it('reduces buys by a dividend, except those marked "do not reduce"', async () => {
    const paid = { amount: 6_200n, dividend: 6_200n, factor: WHOLE };
    const { send, waiting, open } = await begun(paid);
    await send('A', newOrder({ id: 'a1', price: '21.90', ...GTD }));
    await send('A', newOrder({ id: 'a2', price: '21.90', instructions: '1 F', ...GTD }));
    await send('A', newOrder({ id: 'a3', price: '21.90', instructions: 'F', ...GTD }));
    await send('A', replace('a3', { id: 'a4', price: '21.80', ...GTD }));
    await send('A', newOrder({ id: 'a5', price: '21.90', ...GTD }));
    await send('A', replace('a5', { id: 'a6', price: '21.85', instructions: 'F', ...GTD }));
    await open(21n * ONE + 4_000n);
    assert.deepEqual(terms(await waiting('A')), [
      ['a1', 'D', '100', 21.25],
      ['a4', 'D', '100', 21.15],
    ]);
  });

  it('applies other payments and ratios to orders marked "do not reduce"', async () => {
    const all = { amount: 9_000n, dividend: 6_000n, factor: WHOLE / 2n };
    const { send, waiting, open } = await begun(all);
    await send('A', newOrder({ id: 'a1', price: '21.90', ...GTD }));
    await send('A', newOrder({ id: 'a2', price: '21.90', instructions: 'F', ...GTD }));
    await open(10n * ONE);
    assert.deepEqual(terms(await waiting('A')), [
      ['a1', 'D', '200', 10.5],
      ['a2', 'D', '200', 10.8],
    ]);
  });
});

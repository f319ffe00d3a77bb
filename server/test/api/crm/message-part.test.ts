// Long text messages from phones, received from the SMS centre one part at a time.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startApp } from '../../../src/app/app.js';
import { readConfig } from '../../../src/config/config.js';
import {
  type FakeSmsCentre,
  type PhonePart,
  startFakeSmsCentre,
} from '../../../src/gateways/fake/sms-centre.js';
import { giveUpParts } from '../../../src/modules/crm/message/part-overdue.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller } from '../../support/app.js';
import { keysFor } from '../../support/data-key.js';
import { until } from '../../support/wait.js';
import { type CrmApp, startCrmApp } from './crm-app.js';
import { captured } from './crm-people.js';
import { nodePorts } from './notification-node.js';

let centre: FakeSmsCentre;
let app: CrmApp;
let crm: Caller;
let from: string;
let phones = 0;

before(async () => {
  centre = await startCentre();
  app = await startCrmApp({ smsUrl: centre.url, smsFrom: '2442' });
  crm = app.as('CRM');
  await until(() => bound(centre));
});
beforeEach(() => {
  phones += 1;
  from = `23480344${String(phones).padStart(5, '0')}`;
});
after(async () => {
  await app.stop();
  await centre.close();
});

function startCentre(): Promise<FakeSmsCentre> {
  return startFakeSmsCentre({
    ...{ systemId: 'ada', password: 'secret', deliversAll: true },
    ...{ nextId: () => '1', onMessage: async () => 0 },
  });
}

/** Starts another node on the same database. */
const startNode = (smsUrl: string) => {
  const flags = { port: 0, logLevel: 'silent', allowUnsafeDatabase: true } as const;
  const own = { ...keysFor(app.dataFolder), dataFolder: app.dataFolder, smsUrl, smsFrom: '2442' };
  return startApp(readConfig({ DATABASE_URL: app.database.url }, { ...flags, ...own }));
};

const bound = async (at: FakeSmsCentre): Promise<boolean> =>
  at.fromPhone({ from: '2348000000001', to: '2442', text: 'Is anybody there?' });

const part = (number: number, text: string, more: Partial<PhonePart> = {}) =>
  partAt(centre, text, { number, ...more });

const partAt = (at: FakeSmsCentre, text: string, of: Partial<PhonePart>) =>
  at.fromPhone({
    ...{ from, to: '2442', text },
    part: { by: 'HEADER_8', reference: 77, number: 1, total: 2, ...of },
  });

async function textsFrom(phone = from): Promise<string[]> {
  const rows = await app.db.query<{ body: string }>(
    sql`select body from message where from_address = ${`+${phone}`} order by id`,
  );
  return rows.map(({ body }) => body);
}

/** Moves the arrival time of all parts into the past. */
const later = async (minutes: number): Promise<void> => {
  await app.db.query(sql`
    update message_part set received_at = received_at - ${minutes}::integer * interval '1 minute',
      joined_at = joined_at - ${minutes}::integer * interval '1 minute'`);
};
const giveUp = () => giveUpParts(app.context, nodePorts.party);

describe('a missing part', () => {
  test('is abandoned after a time, and the others are stored once with their numbers', async () => {
    await part(3, 'the end', { total: 3 });
    await part(1, 'The beginning', { total: 3 });
    await giveUp();
    assert.deepEqual(await textsFrom(), []);
    await later(6);
    await Promise.all([giveUp(), giveUp(), giveUp()]);
    await giveUp();
    assert.deepEqual(await textsFrom(), ['[1/3] The beginning\n[3/3] the end']);
    assert.equal(await part(1, 'The beginning', { total: 3 }), true);
    await later(6);
    await giveUp();
    assert.equal((await textsFrom()).length, 1);
  });

  test('is awaited while others arrive', async () => {
    await part(1, 'one ', { total: 3 });
    await later(4);
    await part(2, 'two ', { total: 3 });
    await later(4);
    await giveUp();
    assert.deepEqual(await textsFrom(), []);
    await part(3, 'three', { total: 3 });
    assert.deepEqual(await textsFrom(), ['one two three']);
  });

  test('completes its message even if it arrives late', async () => {
    await part(1, 'one ');
    await later(6);
    await giveUp();
    await part(2, 'two');
    assert.deepEqual(await textsFrom(), ['[1/2] one ', 'one two']);
  });

  test('does not get lost when the phone reuses its reference', async () => {
    await part(1, 'The first ');
    await part(1, 'The second ');
    assert.deepEqual(await textsFrom(), ['[1/2] The first ']);
    await part(2, 'goes on');
    await part(2, 'anew');
    await part(1, 'The third ');
    assert.deepEqual(await textsFrom(), [
      ...['[1/2] The first ', 'The second goes on', 'The third anew'],
    ]);
  });

  test('is deleted after the time for duplicates', async () => {
    await part(1, 'one ');
    await part(2, 'two');
    await later(90);
    await giveUp();
    const [left] = await app.db.query<{ count: bigint }>(
      sql`select count(*) as count from message_part where from_address = ${`+${from}`}`,
    );
    assert.equal(left?.count, 0n);
  });
});

describe('the parts of a message', () => {
  for (const by of ['HEADER_8', 'HEADER_16', 'PARAMETERS'] as const) {
    test(`with ${by} become one message, in any order and with duplicates`, async () => {
      for (const [number, text] of [
        [3, ' dividend.'],
        [1, 'Please tell me '],
        [3, ' dividend.'],
        [2, 'about the ₦'],
        [2, 'about the ₦'],
        [1, 'Please tell me '],
      ] as const) {
        assert.equal(await part(number, text, { by, total: 3 }), true);
      }
      assert.deepEqual(await textsFrom(), ['Please tell me about the ₦ dividend.']);
    });
  }

  test('are not visible before the last one arrives', async () => {
    await part(1, 'one ', { total: 3 });
    await part(3, 'three', { total: 3 });
    assert.deepEqual(await textsFrom(), []);
    await part(2, 'two ', { total: 3 });
    assert.deepEqual(await textsFrom(), ['one two three']);
  });

  test('may arrive at the same time, and twice', async () => {
    const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
    await Promise.all(
      [...numbers, ...numbers].map((number) => part(number, `${number} `, { total: 12 })),
    );
    assert.deepEqual(await textsFrom(), ['1 2 3 4 5 6 7 8 9 10 11 12 ']);
  });

  test('may split a character', async () => {
    const [high = '', low = ''] = ['👍'.charAt(0), '👍'.charAt(1)];
    await part(1, `Well done ${high}`);
    await part(2, `${low}!`);
    assert.deepEqual(await textsFrom(), ['Well done 👍!']);
  });

  test('of two phones, or of two messages of one, are not mixed', async () => {
    const first = from;
    await part(1, 'a1 ');
    from = `${first.slice(0, -1)}9`;
    await part(2, 'b2');
    await part(1, 'c1 ', { reference: 78 });
    await part(1, 'd1 ', { by: 'PARAMETERS' });
    assert.deepEqual([await textsFrom(first), await textsFrom()], [[], []]);
    await part(1, 'b1 ');
    await part(2, 'c2', { reference: 78 });
    assert.deepEqual([await textsFrom(first), await textsFrom()], [[], ['b1 b2', 'c1 c2']]);
  });

  test('form one keyword', async () => {
    const lead = await captured(crm, { lastName: 'Long', mobilePhone: `+${from}` });
    await part(1, 'ST');
    assert.equal((await crm.get(`/api/v1/crm/lead/id/${lead}`)).body.smsOptOut, false);
    await part(2, 'OP');
    assert.equal((await crm.get(`/api/v1/crm/lead/id/${lead}`)).body.smsOptOut, true);
  });

  test('may arrive before and after a restart, and on two nodes', async () => {
    const other = await startCentre();
    const first = await startNode(other.url);
    await until(() => bound(other));
    await partAt(other, 'before ', { number: 1, total: 3 });
    await first.stop();
    const second = await startNode(other.url);
    await until(() => bound(other));
    await partAt(other, 'before ', { number: 1, total: 3 });
    await partAt(other, 'after ', { number: 2, total: 3 });
    await part(3, 'elsewhere', { total: 3 });
    assert.deepEqual(await textsFrom(), ['before after elsewhere']);
    await second.stop();
    await other.close();
  });
});

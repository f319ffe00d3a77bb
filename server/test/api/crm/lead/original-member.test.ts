// Leads as clients of the original API send them: other member names, birth dates in any form, and
// the results of a conversion.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import type { Caller, Json, TestReply } from '../../../support/app.js';
import { type CrmApp, startCrmApp } from '../crm-app.js';

const CAPTURE = '/api/v1/partner/lead/create';
const OWN_CAPTURE = '/api/v1/crm/lead/create';
const UPDATE = '/api/v1/crm/lead/update';

let app: CrmApp;
let crm: Caller;
before(async () => {
  app = await startCrmApp();
  crm = app.as('CLIENT');
});
after(() => app.stop());

const captured = async (body: object): Promise<Json> => {
  const reply = await crm.post(CAPTURE, body);
  assert.equal(reply.status, 201, reply.text);
  const read = await crm.get(`/api/v1/crm/lead/id/${reply.body.id}`);
  assert.deepEqual(read.body, reply.body.result);
  return reply.body;
};
const updated = async (body: object): Promise<Json> => {
  const reply = await crm.put(UPDATE, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const ignored = ({ warnings = [] }: Json): string[] =>
  warnings
    .filter(({ code }: Json) => code === 'MEMBER_IGNORED')
    .map(({ pointer }: Json) => pointer);
const leadCount = async () =>
  (await app.db.query<{ n: bigint }>(sql`select count(*) as n from lead`))[0]?.n;
const refused = async (send: () => Promise<TestReply>, status: number, pointer: string) => {
  const count = await leadCount();
  const reply = await send();
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.body.errors[0].pointer, pointer);
  assert.equal(await leadCount(), count);
  return reply;
};

describe('emailAddress', () => {
  test('is another name for emailAddress1, and identifies a lead', async () => {
    const alone = await captured({ emailAddress: 'tunde@example.com' });
    assert.equal(alone.result.emailAddress1, 'tunde@example.com');
    assert.equal('emailAddress' in alone.result, false);
    const again = await captured({ emailAddress1: 'tunde@example.com' });
    assert.deepEqual(again.duplicates[0].matchedOn, ['EMAIL']);
    const both = { emailAddress: 'ife@example.com', emailAddress1: ' ife@example.com' };
    assert.equal((await captured(both)).result.emailAddress1, ' ife@example.com');
    const blank = await captured({ emailAddress: '', emailAddress1: 'sade@example.com' });
    assert.equal(blank.result.emailAddress1, 'sade@example.com');
  });

  test('is refused if it differs from emailAddress1, or is not an address', async () => {
    const other = { emailAddress: 'a@example.com', emailAddress1: 'b@example.com' };
    await refused(() => crm.post(CAPTURE, other), 400, '/emailAddress');
    const wrong = { lastName: 'Ojo', emailAddress: 'not an address' };
    assert.equal((await crm.post(CAPTURE, wrong)).body.msgCode, 'EMAIL_WRONG');
  });
});

describe('dateOfBirth', () => {
  const dates: readonly (readonly [sent: unknown, birthDate: string])[] = [
    ['1975-11-30', '1975-11-30'],
    ['1975-11-30T00:00:00.000Z', '1975-11-30'],
    ['1975-11-30T00:00:00+01:00', '1975-11-30'],
    [Date.UTC(1975, 10, 30), '1975-11-30'],
    [String(Date.UTC(1961, 1, 3)), '1961-02-03'],
    // Midnight in Lagos, which is 23:00 UTC of the previous day.
    [Date.UTC(1975, 10, 29, 23), '1975-11-30'],
  ];
  for (const [sent, birthDate] of dates) {
    test(`${sent} is read as a birth date`, async () => {
      const body = await captured({ lastName: 'Bello', dateOfBirth: sent });
      assert.deepEqual([body.result.birthDate, body.result.dateOfBirth], [birthDate, undefined]);
      assert.deepEqual(ignored(body), []);
    });
  }

  for (const sent of ['10-30-1975', 'N/A', '30/11/1975', '1975-02-30', 'thirty', '13-45-99']) {
    test(`${sent} is stored as text with a warning and does not prevent the lead`, async () => {
      const body = await captured({ lastName: 'Bello', dateOfBirth: sent });
      assert.deepEqual([body.result.birthDate, body.result.dateOfBirth], [undefined, String(sent)]);
      assert.deepEqual(ignored(body), ['/dateOfBirth']);
    });
  }

  test('"", null and 0 mean that it is not given', async () => {
    for (const dateOfBirth of ['', null, 0, '0']) {
      const body = await captured({ lastName: 'Bello', dateOfBirth });
      assert.deepEqual([body.result.birthDate, body.result.dateOfBirth], [undefined, undefined]);
      assert.deepEqual(ignored(body), []);
    }
  });

  test('is refused only if birthDate is a different date', async () => {
    const other = { lastName: 'Ojo', dateOfBirth: '1980-05-06', birthDate: '1980-06-05' };
    await refused(() => crm.post(CAPTURE, other), 400, '/dateOfBirth');
    const same = { lastName: 'Ojo', dateOfBirth: '1980-05-06T00:00:00Z', birthDate: '1980-05-06' };
    assert.equal((await captured(same)).result.birthDate, '1980-05-06');
    const beside = { lastName: 'Ojo', dateOfBirth: '4-6-1980', birthDate: '1980-05-06' };
    const { result } = await captured(beside);
    assert.deepEqual([result.birthDate, result.dateOfBirth], ['1980-05-06', '4-6-1980']);
  });

  test('stays as text when it is sent back, until a birth date replaces it', async () => {
    const { id, result } = await captured({ lastName: 'Musa', dateOfBirth: '0-1-1990' });
    const back = await updated({ ...result, profession: 'Baker' });
    assert.deepEqual([back.result.dateOfBirth, ignored(back)], ['0-1-1990', []]);
    const other = await updated({ id, dateOfBirth: '0-2-1990' });
    assert.deepEqual([other.result.dateOfBirth, ignored(other)], ['0-2-1990', ['/dateOfBirth']]);
    const dated = await updated({ id, birthDate: '1990-01-02' });
    assert.deepEqual([dated.result.birthDate, dated.result.dateOfBirth], ['1990-01-02', undefined]);
  });
});

test('our own path refuses the names of the original API and suggests its own', async () => {
  for (const [member, own] of [
    ['emailAddress', 'emailAddress1'],
    ['dateOfBirth', 'birthDate'],
  ] as const) {
    const body = { lastName: 'Ojo', [member]: '1980-05-06' };
    const reply = await refused(() => crm.post(OWN_CAPTURE, body), 400, `/${member}`);
    assert.match(reply.body.errors[0].detail, new RegExp(`use ${own}$`));
  }
  await refused(() => crm.post(OWN_CAPTURE, { lastName: 'Ojo', other: 1 }), 400, '/other');
});

describe('portalUserName', () => {
  let people = 0;
  const qualified = async (body: object): Promise<Json> => {
    people += 1;
    const mobilePhone = `0805444${String(people).padStart(4, '0')}`;
    const { result } = await captured({ lastName: `Portal${people}`, mobilePhone, ...body });
    for (const status of ['ASSIGNED', 'CONTACTED', 'QUALIFIED']) {
      await updated({ id: result.id, status });
    }
    return result;
  };
  const convert = (id: number, body?: object) => crm.put(`/api/v1/crm/lead/convert/id/${id}`, body);
  const customerOf = async ({ convertedAccount }: Json) =>
    (await crm.get(`/api/v1/partner/customer/id/${convertedAccount}`)).body;

  test('is returned, and becomes that of the customer at conversion', async () => {
    const lead = await qualified({ portalUserName: 'bisi.portal' });
    assert.equal(lead.portalUserName, 'bisi.portal');
    const { body } = await convert(lead.id);
    assert.equal((await customerOf(body.result)).portalUserName, 'bisi.portal');
  });

  test('that another customer has refuses the conversion, and changes nothing', async () => {
    await convert((await qualified({ portalUserName: 'taken.portal' })).id);
    const lead = await qualified({ portalUserName: 'Taken.Portal' });
    const reply = await convert(lead.id);
    assert.deepEqual([reply.status, reply.body.msgCode], [409, 'PORTAL_USER_NAME_TAKEN']);
    assert.equal((await crm.get(`/api/v1/crm/lead/id/${lead.id}`)).body.status, 'QUALIFIED');
    await updated({ id: lead.id, portalUserName: 'free.portal' });
    const { body } = await convert(lead.id);
    assert.equal((await customerOf(body.result)).portalUserName, 'free.portal');
  });

  test('does not replace the portalUserName of a linked customer', async () => {
    const first = await convert((await qualified({ portalUserName: 'first.portal' })).id);
    const lead = await qualified({ portalUserName: 'second.portal' });
    const linkCustomerId = first.body.result.convertedCustomerId;
    const { body } = await convert(lead.id, { linkCustomerId });
    assert.equal((await customerOf(body.result)).portalUserName, 'first.portal');
  });

  test('of more than 100 characters is refused at capture', async () => {
    const body = { lastName: 'Long', portalUserName: 'p'.repeat(101) };
    await refused(() => crm.post(CAPTURE, body), 400, '/portalUserName');
  });

  test("results of a conversion are the server's: others are ignored with a warning", async () => {
    const made = await captured({ lastName: 'Own', convertedAccount: 15, convertedContact: '0' });
    assert.deepEqual(ignored(made), ['/convertedAccount']);
    assert.equal('convertedAccount' in made.result, false);
    const lead = await qualified({});
    const { result } = (await convert(lead.id)).body;
    assert.equal(result.convertedAccount, result.convertedCustomerId);
    const customer = await customerOf(result);
    assert.equal(customer.cashAcctId, result.convertedCashAccountId);
    const back = await updated({ ...result, profession: 'Driver' });
    assert.deepEqual(ignored(back), []);
    const other = await updated({
      ...{ id: lead.id, convertedAccount: 999, convertedContact: 998 },
      ...{ convertedCustomerId: 997, convertedCashAccountId: 996 },
    });
    assert.deepEqual(ignored(other), [
      ...['/convertedAccount', '/convertedContact', '/convertedCustomerId'],
      '/convertedCashAccountId',
    ]);
    const { convertedAccount, convertedContact, convertedCashAccountId } = other.result;
    assert.deepEqual(
      [convertedAccount, convertedContact, convertedCashAccountId],
      [result.convertedAccount, result.convertedContact, result.convertedCashAccountId],
    );
  });
});

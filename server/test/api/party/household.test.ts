// Households, changed with four-eyes approval: members with their dates, consent, and refusals.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

const HOUSEHOLD = '/api/v1/partner/household';

describe('households', () => {
  let app: TestApp;
  const customers: number[] = [];
  before(async () => {
    app = await startTestApp({ exchange: 'none' });
    await approved('partner/businessoffice', {
      name: 'LAGOS',
      label: 'Lagos',
      currency: 'NGN',
      timeZone: 'Africa/Lagos',
    });
    await approved('partner/customergroup', { name: 'STANDARD', label: 'Standard' });
    for (const label of ['Ada Obi', 'Bola Obi', 'Chidi Obi']) {
      const body = { label, businessOfficeName: 'LAGOS', customerGroupName: 'STANDARD' };
      const made = await app.as('OPERATIONS').post('/api/v1/partner/customer/create', body);
      assert.equal(made.status, 201, made.text);
      customers.push(made.body.id);
    }
  });
  after(() => app.stop());

  async function approved(path: string, body: object): Promise<number> {
    const proposed = await app.as('OPERATIONS').put(`/api/v1/${path}/propose`, body);
    assert.equal(proposed.status, 201, proposed.text);
    const change = `/api/v1/system/change/approve/id/${proposed.body.id}`;
    const reply = await app.as('APPROVER').put(change);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.result.recordId;
  }

  const member = (index: number, more: object = {}) => ({
    ...{ customerId: customers[index], from: '2026-01-01', consent: `LETTER-${index}` },
    ...more,
  });
  const household = (name: string, members: readonly object[]) => ({
    ...{ name, label: `Household ${name}` },
    members,
  });
  const read = async (id: number): Promise<Json> => {
    const { status, body, text } = await app.as('AUDITOR').get(`${HOUSEHOLD}/id/${id}`);
    assert.equal(status, 200, text);
    return body;
  };
  const refusal = async (members: readonly object[], name = 'OTHER') => {
    const body = household(name, members);
    const reply = await app.as('OPERATIONS').put(`${HOUSEHOLD}/propose`, body);
    return [reply.status, reply.body.msgCode, reply.body.errors?.[0]?.pointer];
  };
  const refused = (pointer: string) => [422, 'HOUSEHOLD_REFUSED', pointer];

  it('exist with their members once a second person approves', async () => {
    const id = await approved(
      'partner/household',
      household('obi', [member(0), member(1, { to: '2026-06-30' })]),
    );
    const { name, members, version } = await read(id);
    assert.deepEqual([name, version], ['OBI', 1]);
    assert.deepEqual(members, [
      { customerId: customers[0], from: '2026-01-01', consent: 'LETTER-0' },
      { customerId: customers[1], from: '2026-01-01', to: '2026-06-30', consent: 'LETTER-1' },
    ]);
    const { body } = await app.as('AUDITOR').get(`${HOUSEHOLD}/list/active`);
    assert.deepEqual(
      body.result.map((row: Json) => row.name),
      ['OBI'],
    );
  });

  it('get their members from each version', async () => {
    const id = await approved('partner/household', household('OBI', [member(0)]));
    const { members, version } = await read(id);
    assert.equal(members.length, 1);
    assert.equal(version, 2);
  });

  it('are refused without a consent, with dates reversed, and with a wrong code', async () => {
    assert.deepEqual(
      await refusal([member(1, { consent: undefined })]),
      refused('/members/0/consent'),
    );
    assert.deepEqual(await refusal([member(1, { consent: ' ' })]), refused('/members/0/consent'));
    const reversed = member(1, { to: '2025-12-31' });
    assert.deepEqual(await refusal([reversed]), refused('/members/0/to'));
    assert.deepEqual(await refusal([member(1)], 'NO GOOD'), refused('/name'));
    assert.deepEqual(await refusal([{ ...member(1), customerId: 99_999_999 }]), [
      422,
      'UNKNOWN_REFERENCE',
      '/members/0/customerId',
    ]);
  });

  it('are refused with a member twice at the same time, and in another household', async () => {
    const twice = [member(1, { to: '2026-03-31' }), member(1, { from: '2026-03-31' })];
    assert.deepEqual(await refusal(twice), refused('/members/1/customerId'));
    assert.deepEqual(await refusal([member(0)]), refused('/members/0/customerId'));
    const before = await refusal([member(0, { from: '2025-01-01', to: '2025-12-31' })]);
    assert.equal(before[0], 201);
  });

  it('are checked again when they are approved', async () => {
    const propose = async (name: string) => {
      const body = household(name, [member(2)]);
      return (await app.as('OPERATIONS').put(`${HOUSEHOLD}/propose`, body)).body.id;
    };
    const [first, second] = [await propose('ONE'), await propose('TWO')];
    const approve = (id: number) =>
      app.as('APPROVER').put(`/api/v1/system/change/approve/id/${id}`);
    assert.equal((await approve(first)).status, 200);
    const late = await approve(second);
    assert.deepEqual([late.status, late.body.msgCode], [422, 'HOUSEHOLD_REFUSED']);
  });

  it('do not exist for a caller who cannot see the office of a member', async () => {
    const id = await approved('partner/household', household('SEEN', [member(1)]));
    const elsewhere = app.asOffice('AUDITOR', [99n]);
    assert.equal((await elsewhere.get(`${HOUSEHOLD}/id/${id}`)).status, 404);
    const listed = await elsewhere.get(`${HOUSEHOLD}/list/active`);
    assert.deepEqual([listed.body.count, listed.body.result], [0, []]);
    assert.equal((await app.as('AUDITOR').get(`${HOUSEHOLD}/id/99999999`)).status, 404);
  });
});

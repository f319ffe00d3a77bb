// Business offices and customer groups, changed with four-eyes approval: opened, changed, and
// protected while in use.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp, type TestReply } from '../../support/app.js';

const OFFICE = '/api/v1/partner/businessoffice';
const GROUP = '/api/v1/partner/customergroup';
const CUSTOMER = '/api/v1/partner/customer';

const KANO = {
  name: 'kano',
  label: 'Kano office',
  currency: 'NGN',
  timeZone: 'Africa/Lagos',
  fourEyesThreshold: 5_000_000.5,
  customerApproval: true,
};
const FAMILY = { name: 'family', label: 'Families' };

describe('business offices and customer groups', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ exchange: 'none' });
  });
  after(() => app.stop());

  const propose = (path: string, body: object) => app.as('OPERATIONS').put(`${path}/propose`, body);
  const approve = (id: number): Promise<TestReply> =>
    app.as('APPROVER').put(`/api/v1/system/change/approve/id/${id}`);
  const set = async (path: string, body: object): Promise<number> => {
    const proposed = await propose(path, body);
    assert.equal(proposed.status, 201, proposed.text);
    const approved = await approve(proposed.body.id);
    assert.equal(approved.status, 200, approved.text);
    return approved.body.result.recordId;
  };
  const codes = async (path: string): Promise<string[]> =>
    (await app.as('CLIENT').get(path)).body.result.map(({ name }: Json) => name);
  const refused = async (path: string, body: object) => {
    const { status, body: problem } = await propose(path, body);
    return [status, problem.msgCode, problem.errors?.[0]?.pointer];
  };
  const open = async (office: string, group: string): Promise<Json> => {
    const body = { label: 'Somebody', businessOfficeName: office, customerGroupName: group };
    const reply = await app.as('OPERATIONS').post(`${CUSTOMER}/create`, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  const setStatus = (id: number, status: string) =>
    app.as('OPERATIONS').put(`${CUSTOMER}/update`, { id, status });

  describe('success', () => {
    it('an office exists with what was proposed once a second person approves it', async () => {
      const proposed = await propose(OFFICE, KANO);
      assert.equal(proposed.status, 201, proposed.text);
      assert.deepEqual(await codes(`${OFFICE}/list`), []);
      const { recordId } = (await approve(proposed.body.id)).body.result;
      const { body } = await app.as('CLIENT').get(`${OFFICE}/id/${recordId}`);
      assert.equal(body.name, 'KANO');
      assert.equal(body.fourEyesThreshold, 5_000_000.5);
      assert.equal(body.customerApproval, true);
      assert.equal(body.orderDateOrder, 'DAY_FIRST');
    });

    it('customers of an office that requires approval wait for a second person', async () => {
      await set(GROUP, FAMILY);
      const { id, result } = await open('KANO', 'FAMILY');
      assert.equal(result.workflowStatus, 'PENDING');
      assert.equal(result.currency, 'NGN');
      await set(OFFICE, { ...KANO, customerApproval: false });
      assert.equal((await open('KANO', 'FAMILY')).result.workflowStatus, 'APPROVED');
      assert.equal((await setStatus(id, 'CLOSED')).status, 200);
    });

    it('without a threshold every cash transaction waits for a second person', async () => {
      const { fourEyesThreshold, ...always } = KANO;
      const recordId = await set(OFFICE, { ...always, customerApproval: false });
      const { body } = await app.as('CLIENT').get(`${OFFICE}/id/${recordId}`);
      assert.equal(body.fourEyesThreshold, undefined);
      const { result } = await open('KANO', 'FAMILY');
      const receipt = { transType: 'RECEIPT', partnerId: result.id, amount: 1 };
      const path = '/api/v1/finance/cash-transaction/create';
      const made = await app.as('CLIENT').post(path, receipt);
      assert.equal(made.body.result?.transState, 'PENDING', made.text);
    });

    it('an inactive office is not listed, gets no customers, and can become active', async () => {
      await set(OFFICE, { ...KANO, name: 'JOS' });
      await set(GROUP, { name: 'OLD', label: 'Old' });
      const { id } = await open('JOS', 'OLD');
      assert.equal((await setStatus(id, 'CLOSED')).status, 200);
      await set(OFFICE, { ...KANO, name: 'JOS', active: false });
      await set(GROUP, { name: 'OLD', label: 'Old', active: false });
      for (const [path, name] of [
        [OFFICE, 'JOS'],
        [GROUP, 'OLD'],
      ] as const) {
        assert.ok(!(await codes(`${path}/list/active`)).includes(name));
        assert.ok((await codes(`${path}/list`)).includes(name));
      }
      for (const names of [
        { businessOfficeName: 'JOS', customerGroupName: 'FAMILY' },
        { businessOfficeName: 'KANO', customerGroupName: 'OLD' },
      ]) {
        const body = { label: 'Late', ...names };
        const reply = await app.as('OPERATIONS').post(`${CUSTOMER}/create`, body);
        assert.deepEqual([reply.status, reply.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
      }
      assert.equal((await setStatus(id, 'ACTIVE')).body.msgCode, 'UNKNOWN_REFERENCE');
      await set(OFFICE, { ...KANO, name: 'JOS' });
      assert.equal((await setStatus(id, 'ACTIVE')).body.msgCode, 'UNKNOWN_REFERENCE');
      await set(GROUP, { name: 'OLD', label: 'Older' });
      assert.equal((await setStatus(id, 'ACTIVE')).status, 200);
      const versions = '/api/v1/system/change/version/list?kind=customer-group&subject=OLD';
      assert.equal((await app.as('APPROVER').get(versions)).body.count, 3);
    });

    it('the currency may change until the office has its first customer', async () => {
      const recordId = await set(OFFICE, { ...KANO, name: 'ACCRA' });
      await set(OFFICE, { ...KANO, name: 'ACCRA', currency: 'USD', timeZone: 'Africa/Accra' });
      const { body } = await app.as('CLIENT').get(`${OFFICE}/id/${recordId}`);
      assert.deepEqual([body.currency, body.timeZone], ['USD', 'Africa/Accra']);
    });
  });

  describe('400', () => {
    it('a negative threshold and an unknown order of dates are refused', async () => {
      assert.equal((await refused(OFFICE, { ...KANO, fourEyesThreshold: -1 }))[0], 400);
      assert.equal((await refused(OFFICE, { ...KANO, orderDateOrder: 'YEAR_FIRST' }))[0], 400);
      assert.equal((await refused(GROUP, { ...FAMILY, currency: 'NGN' }))[0], 400);
    });
  });

  describe('401', () => {
    it('an unauthenticated caller cannot propose', async () => {
      assert.equal((await app.as('NOBODY').put(`${OFFICE}/propose`, KANO)).status, 401);
    });
  });

  describe('403', () => {
    it('a proposer cannot approve, and a user bound to an office cannot propose', async () => {
      for (const [path, body] of [
        [OFFICE, { ...KANO, name: 'OWN' }],
        [GROUP, { ...FAMILY, name: 'OWN' }],
      ] as const) {
        const own = await app.as('ADMIN').put(`${path}/propose`, body);
        const reply = await app.as('ADMIN').put(`/api/v1/system/change/approve/id/${own.body.id}`);
        assert.deepEqual([reply.status, reply.body.msgCode], [403, 'OWN_WORK']);
        assert.equal((await app.as('DEALER').put(`${path}/propose`, body)).status, 403);
        const bound = app.asOffice('OPERATIONS', [1n]);
        assert.equal((await bound.put(`${path}/propose`, body)).status, 403);
      }
    });
  });

  describe('404', () => {
    it('an office that the caller does not see is not found', async () => {
      const recordId = await set(OFFICE, { ...KANO, name: 'HIDDEN' });
      const bound = app.asOffice('OPERATIONS', [BigInt(recordId) + 1_000n]);
      assert.equal((await bound.get(`${OFFICE}/id/${recordId}`)).status, 404);
      assert.equal((await bound.get(`${OFFICE}/list`)).body.count, 0);
      for (const path of [OFFICE, GROUP]) {
        assert.equal((await app.as('CLIENT').get(`${path}/id/999999`)).status, 404);
      }
    });
  });

  describe('409', () => {
    it('an office with customers keeps its currency and stays active', async () => {
      const { id } = await open('KANO', 'FAMILY');
      const dollars = await refused(OFFICE, { ...KANO, currency: 'USD' });
      assert.deepEqual(dollars, [409, 'OFFICE_IN_USE', '/currency']);
      const closed = await refused(OFFICE, { ...KANO, active: false });
      assert.deepEqual(closed, [409, 'OFFICE_IN_USE', '/active']);
      const group = await refused(GROUP, { ...FAMILY, active: false });
      assert.deepEqual(group, [409, 'CUSTOMER_GROUP_IN_USE', '/active']);
      assert.equal((await setStatus(id, 'CLOSED')).status, 200);
    });

    it('the approval sees a customer that was opened after the proposal', async () => {
      await set(OFFICE, { ...KANO, name: 'RACE' });
      await set(GROUP, { ...FAMILY, name: 'RACE' });
      const office = await propose(OFFICE, { ...KANO, name: 'RACE', currency: 'USD' });
      const group = await propose(GROUP, { ...FAMILY, name: 'RACE', active: false });
      await open('RACE', 'RACE');
      assert.equal((await approve(office.body.id)).body.msgCode, 'OFFICE_IN_USE');
      assert.equal((await approve(group.body.id)).body.msgCode, 'CUSTOMER_GROUP_IN_USE');
    });

    it('a customer opened while the currency changes has the currency in force', async () => {
      for (let round = 0; round < 5; round += 1) {
        const name = `PAR${round}`;
        await set(OFFICE, { ...KANO, name });
        const change = await propose(OFFICE, { ...KANO, name, currency: 'USD' });
        const [approved, customer] = await Promise.all([
          approve(change.body.id),
          open(name, 'FAMILY'),
        ]);
        const wanted = approved.status === 200 ? 'USD' : 'NGN';
        assert.ok([200, 409].includes(approved.status), approved.text);
        assert.equal(customer.result.currency, wanted);
      }
    });
  });

  describe('422', () => {
    it('codes, currency, time zone and decimals must be valid', async () => {
      const cases = [
        [{ name: 'A B' }, '/name'],
        [{ currency: 'XQZ' }, '/currency'],
        [{ timeZone: 'Africa/Atlantis' }, '/timeZone'],
        [{ fourEyesThreshold: 0.001 }, '/fourEyesThreshold'],
      ] as const;
      for (const [change, pointer] of cases) {
        const reply = await refused(OFFICE, { ...KANO, ...change });
        assert.deepEqual(reply, [422, 'OFFICE_REFUSED', pointer]);
      }
      const group = await refused(GROUP, { ...FAMILY, name: 'A:B' });
      assert.deepEqual(group, [422, 'CUSTOMER_GROUP_REFUSED', '/name']);
    });
  });

  describe('repeated key', () => {
    it('a repeated key proposes once', async () => {
      const key = { 'idempotency-key': 'office-once' };
      const body = { ...KANO, name: 'ONCE' };
      const first = await app.as('OPERATIONS').put(`${OFFICE}/propose`, body, key);
      const second = await app.as('OPERATIONS').put(`${OFFICE}/propose`, body, key);
      assert.equal(second.body.id, first.body.id);
    });
  });

  describe('dry run', () => {
    it('a dry run proposes nothing', async () => {
      for (const [path, body] of [
        [OFFICE, { ...KANO, name: 'DRY' }],
        [GROUP, { ...FAMILY, name: 'DRY' }],
      ] as const) {
        const dry = { prefer: 'dry-run' };
        const reply = await app.as('OPERATIONS').put(`${path}/propose`, body, dry);
        assert.equal(reply.status, 200, reply.text);
        const list = '/api/v1/system/change/list?subject=DRY';
        assert.equal((await app.as('APPROVER').get(list)).body.count, 0);
      }
    });
  });
});

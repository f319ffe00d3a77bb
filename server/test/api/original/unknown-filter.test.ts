// Filters of lists: an unknown code is refused on both mounts with an error that names it, because
// an empty list would look as if there were no records. A bare number is not a date.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../../support/app.js';

const MOUNTS = ['/api/v1', '/ebclient/rest/api/v1'] as const;

let app: TestApp;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

/**
 * Each path with its parameter, a code from the demonstration (in another letter case if it has
 * letters), and a wrong code.
 */
const FILTERS = [
  ['wealth/valuation/list?', 'o', '0000000001-1', 'NO-OFFICE'],
  ['wealth/valuation/list?', 'g', 'standard', 'NO-GROUP'],
  ['wealth/valuation/list/csv?', 'g', 'Standard', 'NO-GROUP'],
  ['custody/bond/ladder?', 'cu', 'ngn', 'QQQ'],
  ['custody/bond/ladder/csv?', 'cu', 'ngn', 'QQQ'],
  ['custody/income/customer/id/1?', 'cu', 'ngn', 'QQQ'],
  ['order/maturity/ladder?', 'p', '0000000001', '9999999999'],
  ['order/fundtransaction/customer/list?c=1&', 'p', '1', '99999'],
  ['order/fundtransaction/customer/list?c=1&', 'p', '0000000001', 'NONE'],
] as const;

describe('a filter by code', () => {
  it('accepts a code, and refuses an unknown one on both mounts', async () => {
    for (const [path, member, known, unknown] of FILTERS) {
      for (const mount of MOUNTS) {
        const at = `${mount}/${path}${member}=`;
        const found = await app.as('ADMIN').get(`${at}${known}`);
        assert.equal(found.status, 200, `${at}${known} ${found.text}`);
        assert.notEqual(found.body?.success, false, found.text);
        const { body, text } = await app.as('ADMIN').get(`${at}${unknown}`);
        assert.equal(body.msgCode, 'UNKNOWN_REFERENCE', `${at}${unknown} ${text}`);
        assert.equal(body.errors[0].pointer, `/${member}`);
      }
    }
  });

  it('refuses a portfolio or office that the caller cannot see like a missing one', async () => {
    const bound = app.asOffice('ADMIN', [2n]);
    const seen = await app.as('ADMIN').get('/api/v1/order/portfolio/id/1');
    assert.equal(seen.body.name, '0000000001', seen.text);
    for (const path of [
      'order/maturity/ladder?p=0000000001',
      'wealth/valuation/list?o=0000000001',
    ]) {
      const { status, body, text } = await bound.get(`/api/v1/${path}`);
      assert.deepEqual([status, body.msgCode], [422, 'UNKNOWN_REFERENCE'], text);
    }
  });
});

describe('a date', () => {
  it('is refused by name if it is a year, a serial number or has no hyphens', async () => {
    for (const value of ['1990', '45989', '20261128', '-1']) {
      const query = await app.as('ADMIN').get(`/api/v1/wealth/valuation/summary?d=${value}`);
      assert.equal(query.status, 400, query.text);
      assert.equal(query.body.errors[0].pointer, '/d');
      const birth = { firstName: 'Ada', lastName: 'Eze', birthDate: Number(value) };
      const { status, body, text } = await app
        .as('ADMIN')
        .post('/api/v1/partner/customer/create', birth, { prefer: 'dry-run' });
      assert.equal(status, 400, text);
      assert.equal(body.errors[0].pointer, '/birthDate');
    }
  });

  it('of birth in a lead is stored as text, with a warning, if it is only a year', async () => {
    const lead = { firstName: 'Efe', lastName: 'Ojo', dateOfBirth: '1990' };
    const { body, text } = await app
      .as('ADMIN')
      .post('/ebclient/rest/api/v1/partner/lead/create', lead, { prefer: 'dry-run' });
    assert.equal(body.success, true, text);
    assert.deepEqual([body.result.dateOfBirth, body.result.birthDate], ['1990', undefined]);
    assert.equal(body.warnings[0].pointer, '/dateOfBirth');
  });
});

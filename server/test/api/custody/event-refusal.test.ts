// Refused terms of corporate actions. Each refusal names the invalid member.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { DIVIDEND, type EventDesk, openEventDesk } from './event-desk.js';

const CASH = DIVIDEND.options[0];
const BOND = 'FG162027S1';

/** Changes to a dividend, and the expected status, code and pointer of the refusal. */
type Refusal = readonly [name: string, change: object, status: number, code: string, at: string];

const unit = (more: object) => ({ options: [{ ...CASH, ...more }] });

const bonus = (more: object) => ({
  kind: 'BONU',
  withheldBy: undefined,
  paymentDate: undefined,
  options: [{ number: 1, type: 'SECU', newUnits: 1, oldUnits: 10, ...more }],
});

const scrip = (first: object, second: object) => ({
  kind: 'DVOP',
  options: [
    { number: 1, type: 'CASH', cashPerUnit: 0.6, ...first },
    { number: 2, type: 'SECU', price: 39.45, ...second },
  ],
});

const spinOff = (more: object) => ({
  kind: 'SOFF',
  withheldBy: undefined,
  options: [
    { number: 1, type: 'SECU', newUnits: 1, oldUnits: 4, newSecurityName: 'OANDO', ...more },
  ],
});

const REFUSALS: readonly Refusal[] = [
  ['a member of another kind', { newName: 'X' }, 400, 'INVALID_REQUEST', '/newName'],
  [
    'a choice of a mandatory event',
    { deadline: '2026-09-10' },
    400,
    'INVALID_REQUEST',
    '/deadline',
  ],
  [
    'a member of another option',
    unit({ newUnits: 1 }),
    400,
    'INVALID_REQUEST',
    '/options/0/newUnits',
  ],
  ['no new units', bonus({ newUnits: 0 }), 400, 'INVALID_REQUEST', '/options/0/newUnits'],
  ['half a ratio', bonus({ oldUnits: undefined }), 400, 'INVALID_REQUEST', '/options/0/oldUnits'],
  ['a rate of 0', unit({ cashPerUnit: 0 }), 400, 'INVALID_REQUEST', '/options/0/cashPerUnit'],
  ['a negative rate', unit({ cashPerUnit: -1 }), 400, 'INVALID_REQUEST', '/options/0/cashPerUnit'],
  [
    '13 decimals',
    unit({ cashPerUnit: '0.5700000000001' }),
    400,
    'INVALID_REQUEST',
    '/options/0/cashPerUnit',
  ],
  ['option 2 without 1', unit({ number: 2 }), 400, 'INVALID_REQUEST', '/options/0/number'],
  ['an option of another kind', unit({ type: 'EXER' }), 400, 'INVALID_REQUEST', '/options/0/type'],
  [
    'two options of a MAND',
    { options: [CASH, { ...CASH, number: 2 }] },
    400,
    'INVALID_REQUEST',
    '/options/1',
  ],
  ['no options', { options: undefined }, 400, 'INVALID_REQUEST', '/options'],
  ['no default of a CHOS', scrip({}, {}), 400, 'INVALID_REQUEST', '/options'],
  [
    'two defaults of a CHOS',
    scrip({ isDefault: true }, { isDefault: true }),
    400,
    'INVALID_REQUEST',
    '/options',
  ],
  [
    'all of the cost',
    spinOff({ costPercent: 100 }),
    400,
    'INVALID_REQUEST',
    '/options/0/costPercent',
  ],
  [
    'a share of the cost and a price for it',
    spinOff({ costPercent: 10, firstDayPrice: 2, exPrice: 3 }),
    400,
    'INVALID_REQUEST',
    '/options/0/firstDayPrice',
  ],
  [
    'a first price alone',
    spinOff({ firstDayPrice: 2 }),
    400,
    'INVALID_REQUEST',
    '/options/0/exPrice',
  ],
  [
    'a price of fractions that are rounded down',
    bonus({ fractionPrice: 5 }),
    400,
    'INVALID_REQUEST',
    '/options/0/fractionPrice',
  ],
  ['no date', { qualificationDate: undefined }, 400, 'INVALID_REQUEST', '/qualificationDate'],
  ['a member that does not exist', { payDate: '2026-09-25' }, 400, 'INVALID_REQUEST', '/payDate'],
  ['an unknown security', { securityName: 'NOSUCH' }, 422, 'UNKNOWN_REFERENCE', '/securityName'],
  ['an inactive security', { securityName: 'ETI' }, 422, 'UNKNOWN_REFERENCE', '/securityName'],
  ['an unknown event', { name: '0000009999' }, 422, 'UNKNOWN_REFERENCE', '/name'],
  [
    'an unknown new security',
    spinOff({ newSecurityName: 'NOSUCH' }),
    422,
    'UNKNOWN_REFERENCE',
    '/options/0/newSecurityName',
  ],
  ['an unknown distinct event', { distinctFrom: '99' }, 422, 'UNKNOWN_REFERENCE', '/distinctFrom'],
  ['a coupon of a share', { kind: 'INTR' }, 422, 'EVENT_REFUSED', '/securityName'],
  ['a dividend of a bond', { securityName: BOND }, 422, 'EVENT_REFUSED', '/securityName'],
  [
    'a spin-off into itself',
    spinOff({ newSecurityName: 'MTNN' }),
    422,
    'EVENT_REFUSED',
    '/options/0/newSecurityName',
  ],
  ['a wrong currency', unit({ currency: 'XQZ' }), 422, 'EVENT_REFUSED', '/options/0/currency'],
  [
    'payment before the ex-date',
    { paymentDate: '2026-09-11' },
    422,
    'EVENT_REFUSED',
    '/paymentDate',
  ],
  [
    'delivery before the ex-date',
    bonus({ availableDate: '2026-09-11' }),
    422,
    'EVENT_REFUSED',
    '/options/0/availableDate',
  ],
  [
    "a deadline after the market's",
    {
      ...scrip({ isDefault: true }, {}),
      deadline: '2026-09-18T12:00:00Z',
      marketDeadline: '2026-09-18T11:00:00Z',
    },
    422,
    'EVENT_REFUSED',
    '/deadline',
  ],
  [
    'qualification on a closed day',
    { qualificationDate: '2026-09-12' },
    422,
    'EVENT_REFUSED',
    '/qualificationDate',
  ],
  ['an ex-date on a closed day', { exDate: '2026-09-13' }, 422, 'EVENT_REFUSED', '/exDate'],
  [
    'an ex-date over a year ahead',
    { qualificationDate: '2027-09-08', paymentDate: '2027-10-08' },
    422,
    'EVENT_REFUSED',
    '/exDate',
  ],
  ['an ex-date long ago', { qualificationDate: '2023-08-31' }, 422, 'EVENT_REFUSED', '/exDate'],
  ['a closure that ends first', { closureTo: '2026-09-11' }, 422, 'EVENT_REFUSED', '/closureTo'],
  [
    'a suspension that ends first',
    { suspendFrom: '2026-09-15', suspendTo: '2026-09-14' },
    422,
    'EVENT_REFUSED',
    '/suspendTo',
  ],
  ['a new event that is cancelled', { status: 'CANCELLED' }, 422, 'EVENT_REFUSED', '/status'],
  [
    'confirmation without a payment date',
    { status: 'CONFIRMED', paymentDate: undefined },
    422,
    'EVENT_REFUSED',
    '/paymentDate',
  ],
  [
    'confirmation without a rate',
    { status: 'CONFIRMED', ...unit({ cashPerUnit: undefined }) },
    422,
    'EVENT_REFUSED',
    '/options/0/cashPerUnit',
  ],
  [
    'confirmation of a choice without a deadline',
    { status: 'CONFIRMED', ...scrip({ isDefault: true }, {}) },
    422,
    'EVENT_REFUSED',
    '/deadline',
  ],
  [
    'a code of another security',
    { kind: 'CHAN', newName: 'ACCESS', paymentDate: undefined, options: undefined },
    409,
    'SECURITY_NAME_TAKEN',
    '/newName',
  ],
  [
    'an ISIN with a wrong check digit',
    { kind: 'CHAN', newIsin: 'NGZENITHBNK1', paymentDate: undefined, options: undefined },
    422,
    'ISIN_WRONG',
    '/newIsin',
  ],
];

describe('terms of a corporate action', () => {
  let desk: EventDesk;
  before(async () => {
    desk = await openEventDesk();
    await desk.db.query(sql`update security set active = false where name = 'ETI'`);
  });
  after(() => desk?.stop());

  const proposed = async () =>
    (await desk.db.query(sql`select 1 from reference_change where kind = 'corporate-action'`))
      .length;

  for (const [name, change, status, code, pointer] of REFUSALS) {
    it(`are refused: ${name}`, async () => {
      const taxed = 'kind' in change && change.kind !== 'DVOP' ? { withheldBy: undefined } : {};
      const body = { ...DIVIDEND, securityName: 'MTNN', ...taxed, ...change };
      const before = await proposed();
      const reply = await desk.propose(body);
      assert.deepEqual([reply.status, reply.body.msgCode], [status, code], reply.text);
      const pointers: string[] = reply.body.errors.map((each: Json) => each.pointer);
      assert.ok(pointers.includes(pointer), `${pointers} include ${pointer}`);
      assert.equal(await proposed(), before, 'nothing is stored');
    });
  }

  it('list all members that are wrong', async () => {
    const { body } = await desk.propose({ ...DIVIDEND, newName: 'X', ...unit({ cashPerUnit: 0 }) });
    assert.deepEqual(body.msgArgs, ['newName', 'options/0/cashPerUnit']);
  });

  it('keep their kind and security in each version', async () => {
    const event = await desk.record(DIVIDEND);
    const next = { ...DIVIDEND, name: event.name };
    const security = await desk.propose({ ...next, securityName: 'GTCO' });
    assert.deepEqual(
      [security.body.msgCode, security.body.errors[0].pointer],
      ['EVENT_REFUSED', '/securityName'],
    );
    const kind = await desk.propose({ ...next, kind: 'CAPD', withheldBy: undefined });
    assert.deepEqual([kind.body.msgCode, kind.body.errors[0].pointer], ['EVENT_REFUSED', '/kind']);
    const reference = { officialReference: 'ZB/2026/07' };
    await desk.record({ ...DIVIDEND, ...reference, securityName: 'UBA' });
    const taken = await desk.propose({ ...next, ...reference });
    assert.deepEqual(
      [taken.body.msgCode, taken.body.errors[0].pointer],
      ['EVENT_REFUSED', '/officialReference'],
    );
  });

  it('keep a change of code that has taken effect', async () => {
    const { approvalDate: _, paymentDate: __, options: ___, withheldBy: ____, ...dates } = DIVIDEND;
    const change = { ...dates, kind: 'CHAN', securityName: 'NB', newName: 'NBPLC' };
    const { id, name } = await desk.record(change);
    const cancelled = { ...change, name, status: 'CANCELLED' };
    await desk.db.query(sql`
      update corporate_action set security_changed_at = now() where id = ${id}`);
    const refused = await desk.propose(cancelled);
    assert.deepEqual(
      [refused.status, refused.body.msgCode, refused.body.msgArgs],
      [409, 'EVENT_WRONG_STATE', ['OPEN', 'SECURITY_RENAMED']],
      refused.text,
    );
    await desk.db.query(sql`
      update corporate_action set security_changed_at = null where id = ${id}`);
    const allowed = await desk.propose(cancelled);
    assert.equal(allowed.status, 201, allowed.text);
  });

  it('need the rule of the market for their date', async () => {
    await desk.db.query(sql`delete from market_rule where rule = 'ENTITLEMENT'`);
    const reply = await desk.propose({ ...DIVIDEND, securityName: 'NB' });
    assert.deepEqual(
      [reply.body.msgCode, reply.body.errors[0].pointer],
      ['EVENT_REFUSED', '/securityName'],
    );
  });
});

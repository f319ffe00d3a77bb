// Look-ups and searches by masked members: they are declared in the document, refused to callers
// who see only the mask, and limited and audited if they find nothing.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isRole, permissionsOf } from '../../../src/modules/identity/role.js';
import { sql } from '../../../src/platform/database/sql.js';
import { SEARCHES, SEE_PERSONAL_DATA } from '../../../src/platform/http/shape/data-class.js';
import {
  type Caller,
  type Json,
  startTestApp,
  type TestApp,
  type TestReply,
} from '../../support/app.js';
import { type Operation, operationsOf, readDocument } from './document.js';

const API = '/api/v1';
const BY_BVN = `${API}/security/customer/bvn`;

const PERSON = {
  firstName: 'Ibiso',
  lastName: 'Veiled',
  bvnCode: '22233344411',
  identificationNumber: 'NIN 55566677788',
  taxIdentificationNumber: '99887766-0001',
  cellPhone: '+2348035550991',
  emailAddress1: 'quelea.veiled@example.com',
  setttlementBankAccountNumber: '0987612345',
  chnNumber: 'C998877665',
  cscsAccountNumber: '5544332211',
  homePhone: '+2348035550992',
  motherMaidenName: 'Zinariya',
  birthDate: '1931-03-08',
};

/**
 * For each masked member, pairs of the correct value (or a part or variant of it) and a similar
 * wrong value.
 */
const PAIRS: readonly (readonly [string, string])[] = [
  ...[PERSON.bvnCode, PERSON.identificationNumber, PERSON.taxIdentificationNumber],
  ...[PERSON.cellPhone, '08035550991', PERSON.emailAddress1, 'quelea.veiled', PERSON.homePhone],
  ...[PERSON.setttlementBankAccountNumber, PERSON.chnNumber, PERSON.cscsAccountNumber],
  PERSON.motherMaidenName,
].map((right) => [right, wrongBeside(right)]);

const DATE_PAIRS = [[PERSON.birthDate, wrongBeside(PERSON.birthDate)]] as const;

/** Returns a value of the same shape that no record has: the last digit or letter differs. */
function wrongBeside(right: string): string {
  return right.replace(/[\da-z](?=[^\da-z]*$)/, (last) => (/\d/.test(last) ? '3' : 'q'));
}

interface Place {
  readonly operation: Operation;
  readonly parameter: Json;
}

let app: TestApp;
let places: readonly Place[];
/** The declared parameters, and those by which a caller with every permission finds the person. */
let compared: readonly Place[] = [];

/**
 * Operations that are left out: one never ends, and the other is a login whose delays would affect
 * later guesses.
 */
const NO_LOOK_UPS = new Set(['streamEvents', 'loginCustomerByQuery']);

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  await plant();
  places = operationsOf(await readDocument(app))
    .filter(({ method, permissions, id }) => method === 'get' && permissions.length > 0 && id)
    .filter(({ id }) => !NO_LOOK_UPS.has(id))
    .flatMap((operation) =>
      operation.parameters
        .filter(({ schema }) => schema?.type === 'string' && !schema.enum)
        .filter(({ schema }) => schema.format === undefined || schema.format === 'date')
        .map((parameter) => ({ operation, parameter })),
    );
});
after(() => app?.stop());

// Creates one person as a customer, a lead and a contact, on the suppression list and in the inbox.
async function plant(): Promise<void> {
  const made = await app.as('OPERATIONS').post(`${API}/partner/customer/create`, PERSON);
  assert.equal(made.status, 201, made.text);
  const { firstName, lastName, emailAddress1, cellPhone: mobilePhone } = PERSON;
  const reached = { firstName, lastName, emailAddress1, mobilePhone };
  const crm = app.as('CRM');
  for (const path of ['crm/lead/create', 'crm/contact/create']) {
    const reply = await crm.post(`${API}/${path}`, reached);
    assert.equal(reply.status, 201, reply.text);
  }
  for (const [channel, address] of [
    ['EMAIL', emailAddress1],
    ['SMS', mobilePhone],
  ]) {
    const reply = await crm.put(`${API}/crm/consent/update`, { channel, address, granted: false });
    assert.equal(reply.status, 200, reply.text);
  }
}

/** Returns the information that a caller gets from a reply: the number of matches, if any. */
function learned({ status, body, headers }: TestReply): string {
  const found = [body?.count, body?.result?.length, body?.id, body?.msgCode];
  return JSON.stringify([status, ...found, headers.get('x-row-count')]);
}

const FILLED: Readonly<Record<string, string>> = { t: 'EQUITY', x: 'NGX', s: 'ACCESS' };

function pathOf({ operation, parameter }: Place, value: string): string {
  const given = (each: Json): string => {
    if (each.name === parameter.name) return value;
    return (
      FILLED[each.name] ?? each.schema?.enum?.[0] ?? (/d$/.test(each.name) ? '2026-01-02' : '1')
    );
  };
  const named = operation.parameters.filter((each) => each.name !== undefined);
  const path = named
    .filter((each) => each.in === 'path')
    .reduce(
      (text, each) => text.replace(`{${each.name}}`, encodeURIComponent(given(each))),
      operation.path,
    );
  const query = named
    .filter((each) => each.in === 'query' && (each.required || each.name === parameter.name))
    .map((each) => `${encodeURIComponent(each.name)}=${encodeURIComponent(given(each))}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

const isWhole = process.env.COUNTINGHOUSE_WHOLE === '1';

/** The number of pairs with which an undeclared parameter is probed, unless all pairs are used. */
const SAMPLED_PAIRS = 2;

// Neighbouring parameters are probed with different pairs, so that each pair is used for many
// parameters.
function pairsFor(place: Place): readonly (readonly [string, string])[] {
  if (place.parameter.schema.format) return DATE_PAIRS;
  if (isWhole || isExact(place) || isSearch(place)) return PAIRS;
  const from = places.indexOf(place);
  return Array.from(
    { length: SAMPLED_PAIRS },
    (_, at) => PAIRS[(from + at * 4) % PAIRS.length],
  ).filter((pair) => pair !== undefined);
}

/** Returns the correct values that a caller can tell from wrong ones by probing this parameter. */
async function distinguished(caller: Caller, place: Place): Promise<readonly string[]> {
  const apart: string[] = [];
  for (const [right, wrong] of pairsFor(place)) {
    const replies = [
      await caller.get(pathOf(place, right)),
      await caller.get(pathOf(place, wrong)),
    ];
    const [one, other] = replies.map(learned);
    if (one !== other) apart.push(right);
  }
  return apart;
}

const nameOf = ({ operation, parameter }: Place) => `${operation.id} ${parameter.name}`;
const isExact = ({ parameter }: Place) =>
  ['confidential', 'secret'].includes(parameter.schema['x-data-class']);
const isSearch = ({ parameter }: Place) => parameter.schema[SEARCHES] !== undefined;
const may = (role: string, { operation }: Place) =>
  isRole(role) && permissionsOf([role], new Set(operation.permissions)).size > 0;

describe('a parameter that is compared with masked members', () => {
  it('is declared in the document, and finds people for those who see personal data', async () => {
    assert.ok(places.length > 50, String(places.length));
    const found: string[] = [];
    for (const place of places) {
      if ((await distinguished(app.as('ADMIN'), place)).length > 0) found.push(nameOf(place));
    }
    const declared = places.filter((place) => isExact(place) || isSearch(place)).map(nameOf);
    compared = places.filter((place) => [...found, ...declared].includes(nameOf(place)));
    assert.deepEqual(
      found.filter((name) => !declared.includes(name)),
      [],
      'not declared',
    );
    // The demonstration inbox has no messages for this person, and XLSX files have no row count.
    const silent = declared.filter((name) => !found.includes(name));
    assert.deepEqual(
      silent.filter((name) => !/^(listDemoInbox|export\w+) /.test(name)),
      [],
      'declared and without effect',
    );
    assert.equal(declared.length, 12, declared.join(', '));
  });

  it('answers 403 to other callers, if it is only about such a member', async () => {
    const exact = places.filter(isExact);
    assert.ok(exact.length >= 5);
    for (const role of ['AUDITOR', 'FINANCE']) {
      for (const place of exact.filter((each) => may(role, each))) {
        const reply = await app.as(role).get(pathOf(place, PERSON.emailAddress1));
        assert.equal(reply.status, 403, `${role} ${nameOf(place)}`);
        assert.deepEqual(reply.body.msgArgs, [SEE_PERSONAL_DATA]);
      }
    }
  });

  it('never distinguishes correct from wrong values for callers who see the mask', async () => {
    // If a caller with every permission cannot distinguish the values, no other caller can.
    assert.ok(compared.length > 0);
    for (const role of ['AUDITOR', 'FINANCE']) {
      for (const place of compared.filter((each) => may(role, each))) {
        assert.deepEqual(await distinguished(app.as(role), place), [], `${role} ${nameOf(place)}`);
      }
    }
  });

  it('lets all callers search names and codes', async () => {
    for (const role of ['AUDITOR', 'FINANCE']) {
      const { body } = await app.as(role).get(`${API}/partner/customer/list?search=veiled`);
      assert.equal(body.count, 1);
    }
    const byName = await app.as('AUDITOR').get(`${API}/crm/lead/list?q=Ibiso`);
    assert.equal(byName.body.count, 1);
  });

  it('has no related write that shows duplicates to callers without the permission', () => {
    const naming = ['crm.lead.create', 'crm.lead.update', 'crm.contact.create'];
    for (const role of ['ADMIN', 'DEALER', 'OPERATIONS', 'APPROVER', 'FINANCE', 'CRM', 'AUDITOR']) {
      const granted = permissionsOf([role], new Set([...naming, SEE_PERSONAL_DATA]));
      assert.ok(granted.size === 0 || granted.has(SEE_PERSONAL_DATA), role);
    }
  });
});

describe('look-ups without a result', () => {
  const MAX = 5;
  let small: TestApp;
  before(async () => {
    small = await startTestApp({ demo: true, exchange: 'none', lookUpMissesPerMinute: MAX });
    await small.as('OPERATIONS').post(`${API}/partner/customer/create`, PERSON);
  });
  after(() => small?.stop());

  const missed = (caller: Caller, last: number) => caller.get(`${BY_BVN}/222333445${10 + last}`);
  const entries = () =>
    small.db.query<{ operation: string; msg_code: string; text: string }>(sql`
      select operation, msg_code, to_jsonb(e)::text as text from audit_entry e
      where msg_code like 'LOOK_UP%' order by id`);

  it('are audited without the value and limited, and the last one is an alarm', async () => {
    const caller = small.as('CLIENT');
    for (let at = 0; at < MAX; at += 1) assert.equal((await missed(caller, at)).status, 404);
    for (const path of [`${BY_BVN}/22233344599`, `${BY_BVN}/${PERSON.bvnCode}`]) {
      const { status, body, headers } = await caller.get(path);
      assert.deepEqual([status, body.msgCode], [429, 'RATE_LIMITED']);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    const told = await entries();
    const codes = told.map(({ msg_code }) => msg_code);
    const before = Array.from({ length: MAX - 1 }, () => 'LOOK_UP_MISSED');
    assert.deepEqual(codes, [...before, 'LOOK_UP_LIMIT_REACHED']);
    assert.ok(told.every(({ operation }) => operation === 'readPortalCustomerByBvn'));
    assert.ok(told.every(({ text }) => !text.includes('2223334')));
    const figures = await small.context.metrics.registry.metrics();
    assert.match(figures, /countinghouse_events_total\{name="look_up_limit_reached"\} 1/);
  });

  it('of one caller do not affect other callers, or reads by id', async () => {
    assert.equal((await small.as('OPERATIONS').get(`${BY_BVN}/${PERSON.bvnCode}`)).status, 200);
    assert.equal((await small.as('CLIENT').get(`${API}/partner/customer/list`)).status, 200);
  });

  it('find no more in parallel than one after the other', async () => {
    const caller = small.as('DEALER');
    const wrong = Array.from({ length: 8 * MAX }, (_, at) => missed(caller, at));
    const right = caller.get(`${BY_BVN}/${PERSON.bvnCode}`);
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 404).length, MAX);
    assert.equal((await right).status, 429);
  });

  it('include searches for a whole number or address, but not for a name', async () => {
    const caller = small.as('CRM');
    const search = (text: string) =>
      caller.get(`${API}/partner/customer/list?search=${encodeURIComponent(text)}`);
    for (let at = 0; at < 3 * MAX; at += 1) {
      assert.equal((await search(`Nobody ${at}`)).status, 200);
    }
    for (const text of ['+2347011112222', 'nobody.there@example.com', '22233344500', '222333445']) {
      assert.equal((await search(text)).status, 200);
    }
    assert.equal((await search('22233344501')).status, 200);
    assert.equal((await search('22233344502')).status, 429);
    assert.equal((await search('Veiled')).status, 200);
  });
});

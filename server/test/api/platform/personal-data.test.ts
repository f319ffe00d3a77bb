// Personal data: every member of a record about people has a data class, which determines who sees
// it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { modulesOf } from '../../../src/app/app.js';
import { sql } from '../../../src/platform/database/sql.js';
import { DATA_CLASS, DATA_CLASSES } from '../../../src/platform/http/shape/data-class.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { readDocument } from './document.js';

const CUSTOMER = '/api/v1/partner/customer';
const BVN = '22255566677';
const NUMBERS = { bvnCode: BVN, identificationNumber: 'NIN 12345678901' };
const REACHED = {
  cellPhone: '+2348035550142',
  emailAddress1: 'temi.masked@example.com',
  birthDate: '1990-02-03',
};
const PERSON = {
  firstName: 'Temi',
  lastName: 'Masked',
  setttlementBankAccountNumber: '0123456789',
  ...NUMBERS,
  ...REACHED,
};

/** Operations that read records about people. Every member in them needs a data class. */
const RECORDS_OF_PEOPLE =
  /^(readCustomer|readPortalCustomer|readLead|readContact|readMessage|readWhatsAppMessage)$/;

let app: TestApp;
let id: number;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  const reply = await app.as('OPERATIONS').post(`${CUSTOMER}/create`, PERSON);
  assert.equal(reply.status, 201, reply.text);
  id = reply.body.id;
});
after(() => app?.stop());

/** Returns the paths of members without a data class in a schema and its nested schemas. */
function unclassed(schema: Json, path: string): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  if (DATA_CLASSES.includes(schema[DATA_CLASS])) return [];
  const variants: Json[] = schema.anyOf ?? schema.allOf ?? [];
  if (variants.length > 0) return variants.flatMap((each) => unclassed(each, path));
  if (schema.items !== undefined) return unclassed(schema.items, `${path}[]`);
  if (schema.properties === undefined) return [path];
  return Object.entries<Json>(schema.properties).flatMap(([member, part]) =>
    unclassed(part, `${path}.${member}`),
  );
}

describe('the class of a member', () => {
  it('is declared for every member of each record about a person', () => {
    const routes = modulesOf(app.context)
      .flatMap((module) => module.routes)
      .filter(({ operation }) => RECORDS_OF_PEOPLE.test(operation));
    assert.ok(routes.length >= 2);
    for (const { operation, reply } of routes) assert.deepEqual(unclassed(reply, operation), []);
  });

  it('is in the OpenAPI document', async () => {
    const document = await readDocument(app);
    const { properties } = document.components.schemas.Customer;
    assert.equal(properties.bvnCode[DATA_CLASS], 'secret');
    assert.equal(properties.cellPhone[DATA_CLASS], 'confidential');
    assert.equal(properties.firstName[DATA_CLASS], 'personal');
    assert.equal(properties.status[DATA_CLASS], 'internal');
  });
});

describe('a list', () => {
  const listed = async (role: string): Promise<Json> => {
    const { body, text } = await app.as(role).get(`${CUSTOMER}/list?search=Masked`);
    assert.equal(body.count, 1, text);
    return body.result[0];
  };

  it('shows secrets masked to all callers, with the last four digits', async () => {
    for (const role of ['ADMIN', 'OPERATIONS', 'CLIENT', 'AUDITOR']) {
      const record = await listed(role);
      assert.equal(record.bvnCode, '*******6677', role);
    }
  });

  it('shows contact details to roles that work with people, and masked to others', async () => {
    const { cellPhone, emailAddress1 } = REACHED;
    for (const role of ['ADMIN', 'OPERATIONS', 'DEALER', 'APPROVER', 'CRM', 'CLIENT']) {
      const record = await listed(role);
      assert.deepEqual([record.cellPhone, record.emailAddress1], [cellPhone, emailAddress1], role);
    }
    for (const role of ['FINANCE', 'AUDITOR']) {
      const record = await listed(role);
      assert.equal(record.cellPhone, '**********0142', role);
      assert.equal(record.emailAddress1, 't***@example.com', role);
      assert.deepEqual([record.firstName, record.label], ['Temi', 'Temi Masked'], role);
    }
  });
});

describe('a single read', () => {
  it('shows all to roles that work with customers, by each path of the original', async () => {
    const paths = [
      `partner/customer/id/${id}`,
      `partner/customer/email-address/${REACHED.emailAddress1}`,
      `security/customer/id/${id}`,
      `security/customer/bvn/${BVN}`,
    ];
    for (const path of paths) {
      const { body } = await app.as('CLIENT').get(`/api/v1/${path}`);
      const { bvnCode, identificationNumber, cellPhone, emailAddress1, birthDate } = body;
      assert.deepEqual({ bvnCode, identificationNumber }, NUMBERS, path);
      assert.deepEqual({ cellPhone, emailAddress1, birthDate }, REACHED, path);
    }
  });

  it('shows the auditor that a value exists, but not the value', async () => {
    for (const path of [`partner/customer/id/${id}`, `security/customer/id/${id}`]) {
      const { body, text, headers } = await app.as('AUDITOR').get(`/api/v1/${path}`);
      assert.equal(body.bvnCode, '*******6677');
      assert.equal(body.setttlementBankAccountNumber, '******6789');
      assert.equal(body.identificationNumber, '***********8901');
      assert.equal(body.birthDate, undefined);
      assert.ok(headers.get('etag'));
      for (const value of [BVN, ...Object.values(REACHED)]) assert.ok(!text.includes(value), value);
    }
  });
});

describe('a reply that is kept for a repeated request', () => {
  it('is encrypted, and replayed unchanged', async () => {
    const key = { 'idempotency-key': 'personal-data-0001' };
    const person = { ...PERSON, lastName: 'Kept', bvnCode: '22255566688' };
    const first = await app.as('OPERATIONS').post(`${CUSTOMER}/create`, person, key);
    assert.equal(first.body.result.bvnCode, '22255566688', first.text);
    const rows = await app.db.query<{ reply: string }>(
      sql`select reply from idempotency_key where key = 'personal-data-0001'`,
    );
    assert.equal(rows.length, 1);
    assert.match(rows[0]?.reply ?? '', /^v1\.1\.[\w-]+$/);
    const again = await app.as('OPERATIONS').post(`${CUSTOMER}/create`, person, key);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.text, first.text);
    const other = { ...person, bvnCode: '22255566699' };
    const reused = await app.as('OPERATIONS').post(`${CUSTOMER}/create`, other, key);
    assert.equal(reused.body.msgCode, 'IDEMPOTENCY_KEY_REUSED');
  });
});

describe('an error text', () => {
  it('contains the operation of a path with a number, but not the number', async () => {
    for (const path of [
      'security/customer/bvn/22255566600',
      'partner/customer/email-address/a@b.c',
    ]) {
      const { status, text } = await app.as('CLIENT').get(`/api/v1/${path}`);
      assert.equal(status, 404);
      assert.ok(!text.includes('22255566600') && !text.includes('a@b.c'), text);
    }
  });
});

// Every read parameter that names a record, for all operations in the document. A name that matches
// no record is refused, because an empty list would look as if there were no records.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { concrete, type Operation, operationsOf, readDocument } from '../platform/document.js';
import { BESIDE, NEEDED, NO_FILTERS, SUBJECTS } from './filter-reference.js';

const ORDERS = '/api/v1/order/tradeorder/list?';
const NOTES = '/api/v1/order/customer/contractnote/id/';

let app: TestApp;
let reads: readonly Operation[];

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  reads = operationsOf(await readDocument(app)).filter(({ method }) => method === 'get');
});
after(() => app.stop());

const isGiven = (parameter: Json): boolean => parameter.in === 'query';

function mayName({ name, in: place, schema = {} }: Json): boolean {
  const isCode = schema.type === 'string' && schema.enum === undefined && !schema.format;
  return place === 'query' && name !== 'cursor' && (schema.format === 'int64' || isCode);
}

const neededOf = ({ id }: Operation, name: string): string | undefined =>
  NEEDED[`${id} ${name}`] ?? NEEDED[name];

function pathWith(operation: Operation, name: string, value: string): string {
  const needed = operation.parameters
    .filter((each) => isGiven(each) && each.required === true && each.name !== name)
    .map((each): [string, string] => [each.name, neededOf(operation, each.name) ?? '1']);
  const beside = BESIDE[`${operation.id} ${name}`];
  const query = new URLSearchParams([...needed, [name, value]]);
  return `${concrete(operation)}?${query}${beside === undefined ? '' : `&${beside}`}`;
}

// The file of a list takes the same parameters as the list.
const isFile = ({ path }: Operation): boolean => /\/(csv|xlsx|pdf)$/.test(path);

const reasonOf = ({ id }: Operation, name: string): string | undefined =>
  NO_FILTERS[`${id} ${name}`] ?? NO_FILTERS[name];

const codeFor = ({ maxLength }: Json): string => (maxLength <= 5 ? 'QQQ' : 'NO.SUCH');

async function wrongOf(operation: Operation, parameter: Json): Promise<string | undefined> {
  const { name, schema } = parameter;
  const value = schema.format === 'int64' ? '999999999999999' : codeFor(schema);
  const path = pathWith(operation, name, value);
  const { status, body, text } = await app.as('ADMIN').get(path);
  const pointers = (body?.errors ?? []).map((each: Json) => each.pointer);
  const isSubject = SUBJECTS.has(`${operation.id} ${name}`);
  if (isSubject && status === 404) return undefined;
  const isNamed = pointers.includes(`/${name}`) && body.msgCode === 'UNKNOWN_REFERENCE';
  if (status === 422 && isNamed) return undefined;
  return `${operation.id} ${name}: ${status} ${body?.msgCode} ${pointers} ${text.slice(0, 160)}`;
}

describe('a parameter that names a record', () => {
  it('is refused by name in every read if it names nothing', async () => {
    const wrong: string[] = [];
    for (const operation of reads) {
      for (const parameter of operation.parameters.filter(mayName)) {
        if (isFile(operation) || reasonOf(operation, parameter.name) !== undefined) continue;
        const said = await wrongOf(operation, parameter);
        if (said !== undefined) wrong.push(said);
      }
    }
    assert.deepEqual(wrong, []);
  });

  it('is refused like a missing one if its record is hidden, on both mounts', async () => {
    const bound = app.asOffice('ADMIN', [2n]);
    const paths = [
      ['finance/account/list', 'customerId'],
      ['custody/entitlement/list', 'p'],
      ['order/terminstrument/customer/list', 'c'],
    ] as const;
    for (const [path, name] of paths) {
      const foreign = await bound.get(`/api/v1/${path}?${name}=1`);
      const missing = await bound.get(`/api/v1/${path}?${name}=999999999999`);
      assert.equal(foreign.status, 422, foreign.text);
      for (const member of ['msgCode', 'msgArgs', 'errors', 'detail'] as const) {
        assert.deepEqual(foreign.body[member], missing.body[member], path);
      }
      const old = await bound.get(`/ebclient/rest/api/v1/${path}?${name}=1`);
      assert.deepEqual(
        [old.body.success, old.body.msgCode],
        [false, 'UNKNOWN_REFERENCE'],
        old.text,
      );
    }
  });

  it('is read in any case and by a code that the record had before', async () => {
    const order = {
      ...{ portfolioName: '0000000001', securityName: 'ACCESS', orderType: 'BUY' },
      ...{ priceType: 'LIMIT', limitPrice: 22, quantityRequested: '10', orderTermName: 'DAY' },
    };
    const made = await app.as('ADMIN').post('/api/v1/order/tradeorder/submit', order);
    assert.equal(made.body.success, true, made.text);
    const found = await Promise.all(
      ['NGX', 'nse'].map((code) => app.as('ADMIN').get(`${ORDERS}exchangeName=${code}`)),
    );
    assert.ok(found[0]?.body.count > 0, found[0]?.text);
    assert.equal(found[0]?.body.count, found[1]?.body.count, found[1]?.text);
    for (const query of ['officeName=0000000001-1', 'securityName=access', 'currency=ngn']) {
      const { status, body, text } = await app.as('ADMIN').get(`${ORDERS}${query}`);
      assert.equal(status, 200, text);
      assert.ok(body.count > 0, query);
    }
  });

  it('is refused after a missing subject of the path and a value of the wrong shape', async () => {
    const missing = await app.as('ADMIN').get(`${NOTES}999999999999?p=999999999999`);
    assert.deepEqual([missing.status, missing.body.msgCode], [404, 'DOCUMENT_NOT_FOUND']);
    const shape = await app.as('ADMIN').get(`${ORDERS}currency=QQQ&side=UP`);
    assert.deepEqual([shape.status, shape.body.errors[0].pointer], [400, '/side']);
  });
});

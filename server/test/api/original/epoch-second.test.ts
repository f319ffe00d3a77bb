// Epoch seconds in dates: the API reads milliseconds, so seconds would become a date in January
// 1970. On both mounts, every operation refuses them in every date member and names the member.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { concrete, type Operation, operationsOf, readDocument } from '../platform/document.js';
import { membersOf } from '../platform/reference-body.js';

/** 2026-11-28 in seconds. */
const SECONDS = 1_795_858_200;
const DRY = { prefer: 'dry-run' };

let app: TestApp;
let operations: readonly Operation[];

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  operations = operationsOf(await readDocument(app));
});
after(() => app.stop());

const isDate = ({ format }: Json): boolean => format === 'date' || format === 'date-time';

const onOldMount = (path: string): string => path.replace(/^\/api\/v1/, '/ebclient/rest/api/v1');

function nested(pointer: string): Json {
  const [, first = '', ...rest] = pointer.split('/');
  const inner = rest.length === 0 ? SECONDS : nested(`/${rest.join('/')}`);
  return first === '*' ? [inner] : { [first]: inner };
}

function faultOf(reply: Json, pointer: string): string | undefined {
  const fault = (reply.body?.errors ?? []).find((each: Json) => each.pointer === pointer);
  if (reply.status === 400 && /milliseconds since 1970, not seconds/.test(fault?.detail)) {
    return undefined;
  }
  return `${pointer}: ${reply.status} ${reply.text.slice(0, 300)}`;
}

describe('epoch seconds', () => {
  it('are refused in every date of a query', async () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const operation of operations.filter(({ method }) => method === 'get')) {
      for (const { name, in: place, schema = {} } of operation.parameters) {
        if (place !== 'query' || !isDate(schema)) continue;
        tried += 1;
        const path = tried % 2 === 0 ? operation.path : onOldMount(operation.path);
        const at = concrete({ ...operation, path });
        const reply = await app.as('ADMIN').get(`${at}?${name}=${SECONDS}`);
        const fault = faultOf(reply, `/${name}`);
        if (fault !== undefined) wrong.push(`${operation.id} ${fault}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(tried > 100, String(tried));
  });

  it('are refused in every date of a body', async () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const operation of operations.filter(({ kind, body }) => kind === 'write' && body)) {
      const dates = membersOf(operation.body).filter(([, shape]) => isDate(shape));
      for (const [pointer] of dates) {
        tried += 1;
        const path = tried % 2 === 0 ? operation.path : onOldMount(operation.path);
        const at = concrete({ ...operation, path });
        const caller = app.as('ADMIN');
        const send = operation.method === 'put' ? caller.put : caller.post;
        const reply = await send(at, nested(pointer), DRY);
        const fault = faultOf(reply, pointer.replaceAll('*', '0'));
        if (fault !== undefined) wrong.push(`${operation.id} ${fault}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(tried > 50, String(tried));
  });

  it('are no date of birth of a lead from an old client, which is stored as text', async () => {
    const lead = { firstName: 'Efe', lastName: 'Ojo', dateOfBirth: '631152000' };
    const { body, text } = await app
      .as('ADMIN')
      .post('/ebclient/rest/api/v1/partner/lead/create', lead, DRY);
    assert.equal(body.success, true, text);
    assert.deepEqual([body.result.dateOfBirth, body.result.birthDate], ['631152000', undefined]);
    assert.equal(body.warnings[0].pointer, '/dateOfBirth');
  });

  it('in milliseconds are read, also of a birth in 1971', async () => {
    const customer = { firstName: 'Efe', lastName: 'Ojo', birthDate: 47_347_200_000 };
    const { body, text } = await app
      .as('ADMIN')
      .post('/api/v1/partner/customer/create', customer, DRY);
    assert.equal(body.result?.birthDate, '1971-07-03', text);
  });
});

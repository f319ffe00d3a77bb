// Every parameter of a read that names a record, for all operations in the document: one that names
// nothing is refused, because an empty list would look as if there were no records.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { concrete, type Operation, operationsOf, readDocument } from './document.js';
import { BESIDE, NEEDED, NO_FILTERS, SUBJECTS } from './filter-reference.js';

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

// The file of a list has the parameters of the list.
const isFile = ({ path }: Operation): boolean => /\/(csv|xlsx|pdf)$/.test(path);

const reasonOf = ({ id }: Operation, name: string): string | undefined =>
  NO_FILTERS[`${id} ${name}`] ?? NO_FILTERS[name];

async function wrongOf(operation: Operation, parameter: Json): Promise<string | undefined> {
  const { name, schema } = parameter;
  const value =
    schema.format === 'int64' ? '999999999999999' : schema.maxLength <= 5 ? 'QQQ' : 'NO.SUCH';
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
    (await import('node:fs')).writeFileSync(
      '/tmp/wrong.txt',
      wrong.map((x) => x.replaceAll('\n', ' ')).join('\n'),
    );
    assert.deepEqual(wrong, []);
  });
});

// Former codes: wherever a request names an exchange, office, group, order term, product or fund by
// its code, an alias in any letter case has the same effect, and the reply shows the code.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { packageFolder } from '../../../src/platform/package-folder.js';
import {
  type Caller,
  type Json,
  startTestApp,
  type TestApp,
  type TestReply,
} from '../../support/app.js';
import { type Operation, operationsOf, readDocument } from '../platform/document.js';
import { bodyWith, membersOf, type Own } from '../platform/reference-body.js';
import { makeRecords } from '../platform/reference-record.js';
import {
  ALIASED,
  CODES,
  type Coded,
  FILES,
  NO_ROWS,
  NOT_CODED,
  QUERIES,
  SCHEDULE_RULES,
} from './alias-member.js';

/** Names of members that may hold the code of a record that has aliases. */
const MAY_NAME = new RegExp(
  '(^|/)(x|exchange|exchangeName|\\w*[oO]ffice(Name)?|\\w*[gG]roups?(Name|/\\*)?' +
    '|\\w*[tT]ermName|instrumentType(Name)?|\\w*[fF]undName)$',
);

interface Member {
  readonly operation: Operation;
  readonly pointer: string;
  readonly kind: Coded;
}

let app: TestApp;
let firm: Caller;
let own: Own;
let operations: readonly Operation[];

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  firm = app.as('ADMIN');
  operations = operationsOf(await readDocument(app));
  own = await makeRecords(app, 1n);
  for (const { table, code, alias } of Object.values(CODES)) {
    await app.db.pool.query(`update ${table} set aliases = aliases || $1::text where name = $2`, [
      alias,
      code,
    ]);
  }
  await approve('order/feeschedule/propose', {
    ...{ ...operationOf('proposeFeeSchedule').example, name: 'NGX_ALIAS', exchangeName: 'NSE' },
    rules: SCHEDULE_RULES,
  });
  await app.db.query(sql`
    update customer set group_id = (select id from customer_group where name = 'STANDARD')
    where id = ${own.customer}`);
});
after(() => app.stop());

async function approve(path: string, body: object): Promise<void> {
  const proposed = await app.as('OPERATIONS').post(`/api/v1/${path}`, body);
  assert.equal(proposed.status, 201, proposed.text);
  const decided = await app
    .as('APPROVER')
    .put(`/api/v1/system/change/approve/id/${proposed.body.id}`);
  assert.equal(decided.status, 200, decided.text);
}

function operationOf(name: string): Operation {
  const found = operations.find(({ id }) => id === name);
  assert.ok(found, name);
  return found;
}

const keyOf = ({ id }: Operation, pointer: string): string => `${id} ${pointer}`;

function textPointers({ body, parameters }: Operation): readonly string[] {
  const inBody = membersOf(body ?? {})
    .filter(([, shape]) => shape.type === 'string' && shape.enum === undefined)
    .map(([pointer]) => pointer);
  const inQuery = parameters
    .filter((each) => each.in === 'query' && each.schema?.type === 'string')
    .filter(({ schema }) => schema.enum === undefined)
    .map(({ name }) => `?${name}`);
  return [...new Set([...inBody, ...inQuery])];
}

function kindOf(operation: Operation, pointer: string): Coded | undefined {
  const key = keyOf(operation, pointer);
  if (key in NOT_CODED || pointer in NOT_CODED) return undefined;
  return ALIASED[key] ?? ALIASED[pointer];
}

function coded(): readonly Member[] {
  return operations.flatMap((operation) =>
    textPointers(operation).flatMap((pointer) => {
      const kind = kindOf(operation, pointer);
      return kind === undefined ? [] : [{ operation, pointer, kind }];
    }),
  );
}

function queryOf({ operation, pointer }: Pick<Member, 'operation' | 'pointer'>) {
  return (QUERIES[keyOf(operation, pointer)] ?? QUERIES[operation.id])?.();
}

function send({ operation, pointer }: Member, code: string): Promise<TestReply> {
  const isParameter = pointer.startsWith('?');
  const parameter = isParameter ? { [pointer.slice(1)]: code } : {};
  if (operation.method === 'get') {
    const query = { ...queryOf({ operation, pointer }), ...parameter };
    return firm.get(`${operation.path}?${new URLSearchParams(query)}`);
  }
  const subject = operation.id === 'convertLead' ? own.qualified : own.activity;
  const path = operation.path.replace('{id}', String(subject));
  const query = new URLSearchParams({ dryRun: 'true', ...parameter });
  const body = isParameter ? FILES[operation.id] : bodyWith({ operation, pointer }, own, code);
  return (operation.method === 'put' ? firm.put : firm.post)(`${path}?${query}`, body);
}

// Returns a reply without the parts that differ between two identical requests: times, and ids that
// a dry run does not keep.
const said = ({ status, text }: TestReply): string =>
  `${status} ${text}`
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
    .replaceAll(/"(reference|journalFingerprint)":"[^"]*"/g, '')
    .replaceAll(/"requestId":"[^"]*"/g, '')
    .replaceAll(/\/(\d+)"/g, '/0"')
    .replaceAll(/"(id|changeId)":-?\d+/g, '');

const isRefusal = ({ status, body }: TestReply, pointer: string): boolean =>
  status >= 400 && (body.errors ?? []).some((error: Json) => error.pointer === at(pointer));

const at = (pointer: string): string =>
  pointer
    .replace('?', '/')
    .replaceAll('/*', '/0')
    .replace(/(customerGroups)\/0$/, '$1');

async function wrongAt(member: Member): Promise<string[]> {
  const { code, alias } = CODES[member.kind];
  const name = keyOf(member.operation, member.pointer);
  const byCode = await send(member, code);
  if (byCode.status === 400 || isRefusal(byCode, member.pointer)) {
    return [`${name} of ${code}: ${byCode.status} ${byCode.text.slice(0, 300)}`];
  }
  const byAlias = await send(member, alias.toLowerCase());
  const [actual, expected] = [said(byAlias), said(byCode)];
  const isIgnored = said(await send(member, 'NO-SUCH-CODE')) === expected;
  if (isIgnored && !(name in NO_ROWS)) return [`${name} has no effect`];
  return actual === expected ? [] : [`${name}: ${difference(actual, expected)}`];
}

/** Returns the first difference between two strings. */
function difference(actual: string, expected: string): string {
  let start = 0;
  while (actual[start] === expected[start]) start += 1;
  const part = (text: string): string => text.slice(Math.max(0, start - 60), start + 100);
  return `${part(actual)}\n  instead of ${part(expected)}`;
}

describe('members that name a record with aliases', () => {
  it('are each declared, or have a reason why they contain no such code', () => {
    const found = operations.flatMap((operation) =>
      textPointers(operation)
        .filter((pointer) => MAY_NAME.test(pointer.replace('?', '/')))
        .filter((pointer) => kindOf(operation, pointer) === undefined)
        .map((pointer) => keyOf(operation, pointer))
        .filter((key) => !(key in NOT_CODED) && !(key.slice(key.indexOf(' ') + 1) in NOT_CODED)),
    );
    assert.deepEqual(found, []);
  });

  it('accept an alias in lower case in place of the code', async () => {
    const members = coded();
    const wrong: string[] = [];
    for (const member of members) wrong.push(...(await wrongAt(member)));
    assert.equal(wrong.join('\n'), '');
    assert.ok(members.length > 100, `${members.length} members`);
  });
});

describe('SQL', () => {
  it('compares codes of these tables only with the shared conditions', () => {
    const found = queryFiles(join(packageFolder(), 'src')).flatMap((path) =>
      comparedNames(readFileSync(path, 'utf8')).map(
        (text) => `${relative(packageFolder(), path)}: ${text}`,
      ),
    );
    assert.deepEqual(
      found.filter((text) => !BY_NAME.some((known) => text.startsWith(known))),
      [],
    );
  });
});

/** Files that look up a record only by its current code, in order to change it. */
const BY_NAME = [
  'src/modules/market/exchange/queries.ts',
  'src/modules/market/rule/order-term-queries.ts',
  'src/modules/party/office/queries.ts',
  'src/modules/asset/deposit/type-queries.ts',
  'src/modules/asset/paper/type-queries.ts',
  'src/modules/asset/fund/queries.ts',
  // An exchange session's settings name its offices and its exchange by their codes.
  'src/modules/order/exchange/connection-queries.ts',
  'src/exchanges/queries.ts',
  // Compares a limit's subject, which is ALL or the current code of a group.
  'src/modules/order/limit/queries.ts: coalesce(g.name',
];

function queryFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return queryFiles(path);
    return entry.name.endsWith('queries.ts') ? [path] : [];
  });
}

const TABLES = [...new Set(Object.values(CODES).map(({ table }) => table))].join('|');

/**
 * Finds comparisons with the column `name` of these tables, by the table aliases used in the file.
 */
function comparedNames(text: string): string[] {
  const plain = new RegExp(
    `from (?:${TABLES})\\s+where (?:upper\\()?name\\)? (?:=|in)[^\\n]*`,
    'g',
  );
  const named = text.matchAll(new RegExp(`(?:from|join) (?:${TABLES}) (\\w{1,5})\\b`, 'g'));
  const aliases = new Set([...named].map(([, alias = '']) => alias));
  const short = [...aliases].filter((alias) => !['where', 'on', 'order', 'for'].includes(alias));
  const compared = short.flatMap((alias) => [
    ...text.matchAll(
      new RegExp(`(?:\\w+\\()?\\b${alias}\\.name\\b\\)?(?:, '\\w+'\\))? (?:=|<>|in) ?[^\\n]*`, 'g'),
    ),
  ]);
  return [...text.matchAll(plain), ...compared].map(([match]) => match);
}

// Every body member that refers to another record, for all operations in the document: a missing
// record and another office's record are refused alike, and nothing is written.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Caller, type Json, startTestApp, type TestApp } from '../../support/app.js';
import { type Operation, operationsOf, readDocument } from './document.js';
import { bodyWith, membersOf, type Own } from './reference-body.js';
import { type Kind, NAMED_AS, NO_RECORD, NO_REFERENCES, REFERENCES } from './reference-member.js';
import { makeRecords } from './reference-record.js';

/** Names of text members that may be references. */
const REFERRING = /(Id|Name|Office|Account|Acct|Group|exchange|instrument|currency|Currency|code)$/;

interface Member {
  readonly operation: Operation;
  readonly pointer: string;
  readonly kind: Kind;
}

let app: TestApp;
let bound: Caller;
let firm: Caller;
let own: Own;
let foreign: Own;
let operations: readonly Operation[];

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  operations = operationsOf(await readDocument(app)).filter(({ kind }) => kind === 'write');
  firm = app.as('ADMIN');
  bound = app.asOffice('ADMIN', [1n]);
  own = await makeRecords(app, 1n);
  foreign = await makeRecords(app, 2n);
});
after(() => app.stop());

function mayRefer([pointer, shape]: [string, Json]): boolean {
  if (shape.format === 'int64') return true;
  const name = pointer.replaceAll('/*', '');
  return shape.type === 'string' && shape.enum === undefined && REFERRING.test(name);
}

function kindOf(operation: Operation, pointer: string): Kind | undefined {
  if (`${operation.id} ${pointer}` in NO_REFERENCES) return undefined;
  return REFERENCES[`${operation.id} ${pointer}`] ?? REFERENCES[pointer];
}

function isExplained(operation: Operation, pointer: string): boolean {
  return pointer in NO_REFERENCES || `${operation.id} ${pointer}` in NO_REFERENCES;
}

function referring(): readonly Member[] {
  return operations.flatMap((operation) => {
    const pointers = membersOf(operation.body ?? {}).map(([pointer]) => pointer);
    return [...new Set(pointers)].flatMap((pointer) => {
      const kind = kindOf(operation, pointer);
      return kind === undefined ? [] : [{ operation, pointer, kind }];
    });
  });
}

async function refused(member: Member, value: unknown) {
  const { operation, pointer } = member;
  const caller = isFirms(operation) ? firm : bound;
  const subject = operation.id === 'convertLead' ? own.qualified : own.activity;
  const path = operation.path.replace('{id}', String(subject));
  const body = bodyWith(member, own, value);
  const reply = await (operation.method === 'put' ? caller.put : caller.post)(path, body);
  const { status } = reply;
  const { msgCode, msgArgs, errors } = reply.body;
  const named = (errors ?? []).map((error: Json) => error.pointer);
  const at =
    NAMED_AS[`${operation.id} ${pointer}`] ?? NAMED_AS[pointer] ?? pointer.replaceAll('*', '0');
  const isNamed = named.includes(at) || named.includes(pointer.replaceAll('*', '0'));
  if (status !== 422 || !isNamed) {
    return { wrong: `${status} ${msgCode} ${named} ${reply.body.detail ?? reply.text}` };
  }
  return { said: { status, msgCode, msgArgs, errors } };
}

// Shared data and users can be changed only by a caller with access to all offices.
function isFirms({ scope, path }: Operation): boolean {
  return scope === 'FIRM' || path.includes('/security/');
}

// Removes numbers, because a refusal may repeat the number that was sent.
const toldOf = (said: unknown): string => JSON.stringify(said).replaceAll(/\d+/g, '0');

async function wrongAt(member: Member): Promise<string[]> {
  const none = await refused(member, NO_RECORD[member.kind]);
  // A caller with access to all offices has no foreign records.
  const there: unknown = isFirms(member.operation) ? undefined : foreign[member.kind];
  const elsewhere = there === undefined ? none : await refused(member, there);
  const at = `${member.operation.id} ${member.pointer}`;
  const wrong = [
    ...(none.wrong === undefined ? [] : [`${at} of no record: ${none.wrong}`]),
    ...(elsewhere.wrong === undefined || elsewhere === none
      ? []
      : [`${at} of another office: ${elsewhere.wrong}`]),
  ];
  if (wrong.length > 0) return wrong;
  const same = toldOf(none.said) === toldOf(elsewhere.said);
  return same ? [] : [`${at} tells: ${JSON.stringify([none.said, elsewhere.said])}`];
}

async function rowCounts(): Promise<Json> {
  const tables = await app.db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in
        ('audit_entry', 'audit_chain', 'audit_batch', 'audit_key', 'audit_head', 'event_position',
          'row_change', 'principal_use')
      and table_name not like 'ledger_fold%' and table_name not like 'account_day%'
      and table_name not like 'webhook_%'`);
  const counts: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await app.db.pool.query(`select count(*)::int as count from ${name}`);
    counts[name] = rows[0].count;
  }
  return counts;
}

describe('members that may refer to a record', () => {
  it('are each declared as a reference, or with the reason why they are not one', () => {
    const found = operations.flatMap((operation) =>
      membersOf(operation.body ?? {})
        .filter(mayRefer)
        .filter(([pointer]) => kindOf(operation, pointer) === undefined)
        .map(([pointer]) => pointer)
        .filter((pointer) => !isExplained(operation, pointer)),
    );
    assert.deepEqual([...new Set(found)].sort(), []);
  });

  it('are refused without a write if the record is unknown or of another office', async () => {
    const members = referring();
    const before = await rowCounts();
    const wrong: string[] = [];
    for (const member of members) wrong.push(...(await wrongAt(member)));
    assert.deepEqual(wrong, []);
    assert.deepEqual(await rowCounts(), before);
    assert.ok(members.length > 200, `${members.length} members`);
  });
});

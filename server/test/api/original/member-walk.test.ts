// Each member of a request is stored in the record, has an effect, causes a warning or refusal that
// names it, or is an exception with a reason.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp } from '../../support/app.js';
import { sayProof } from '../../support/proof.js';
import { type Operation, operationsOf, readDocument } from '../platform/document.js';
import { walksOf } from './member-operation.js';
import { EXCEPTED, REFUSED, WARNED } from './member-outcome.js';
import { makeScene, type Scene } from './member-scene.js';
import { TRIALS } from './member-value.js';
import {
  type Found,
  type Member,
  membersOf,
  ownValue,
  partOf,
  type Sent,
  type Trial,
  type Walk,
  Walker,
} from './member-walk.js';

/**
 * The outcomes that need an entry. A member whose value is in the record or whose effect is tested
 * needs none.
 */
const DECLARED = { excepted: EXCEPTED, refused: REFUSED, warned: WARNED } as const;

type Declared = keyof typeof DECLARED;

let scene: Scene;
let walks: readonly Walk[];
let operations: readonly Operation[];
const used = new Set<string>();
const counts = { tried: 0, kept: 0, effective: 0, warned: 0, refused: 0, excepted: 0 };

before(async () => {
  const app = await startTestApp({ demo: true, exchange: 'none', workersLeftOut: [] });
  scene = await makeScene(app);
  walks = walksOf(scene);
  operations = operationsOf(await readDocument(app));
});
after(() => scene.app.stop());

function operationOf({ operation }: Walk): Operation {
  const found = operations.find(({ id }) => id === operation);
  assert.ok(found, `${operation} is an operation`);
  return found;
}

function declaredTrial({ keys }: Walk, { name }: Member, before: Json): Trial | undefined {
  const key = keys.find((each) => TRIALS[each]?.[name] !== undefined);
  return key === undefined ? undefined : TRIALS[key]?.[name]?.(scene, before);
}

/** Tries all members of an operation. Returns a line for each with a wrong outcome. */
async function walk(each: Walk): Promise<string[]> {
  const operation = operationOf(each);
  const walker = await Walker.start(scene.app.as('ADMIN'), each, operation);
  const wrong: string[] = [];
  const plain: Sent[] = [];
  for (const member of membersOf(each, operation)) {
    const part = partOf(walker.before, member.name);
    const declared = declaredTrial(each, member, part);
    const trial = declared ?? { value: ownValue(member, part) };
    const found = await walker.try(member, trial);
    wrong.push(...judge(each, found));
    const isPlain = found.outcome === 'kept' && declared === undefined;
    if (isPlain && each.apart?.includes(member.name) !== true) plain.push([member.name, trial]);
  }
  const lost = await walker.notStored(plain);
  return [...wrong, ...lost.map((name) => `${each.keys[0]} ${name} is returned, but not stored`)];
}

/** Counts an outcome, and returns a line if it differs from the tables. */
function judge({ keys }: Walk, { member, outcome, detail }: Found): string[] {
  counts.tried += 1;
  const [kind, key] = declaredFor(keys, member);
  const isExcepted = kind === 'excepted' && (outcome === 'dropped' || outcome === 'failed');
  const result = isExcepted ? 'excepted' : outcome;
  if (result === (kind ?? result) && result !== 'dropped' && result !== 'failed') {
    const needsEntry = result in DECLARED;
    if (needsEntry === (kind !== undefined)) {
      counts[result] += 1;
      if (key !== undefined) used.add(`${kind} ${key}`);
      return [];
    }
  }
  const expected = kind === undefined ? '' : ` instead of ${kind}`;
  return [`${keys[0]} ${member} is ${outcome}${expected}: ${detail}`];
}

/**
 * Returns the entry for a member: the one for its operation, or else for the family, or else for
 * all.
 */
function declaredFor(
  keys: readonly string[],
  member: string,
): readonly [Declared | undefined, string | undefined] {
  for (const key of keys.map((each) => `${each} ${member}`)) {
    for (const kind of ['excepted', 'refused', 'warned'] as const) {
      if (DECLARED[kind][key] !== undefined) return [kind, key];
    }
  }
  return [undefined, undefined];
}

describe('members of requests', () => {
  it('are each stored, effective, refused, warned of, or a stated exception', async () => {
    const wrong: string[] = [];
    for (const each of walks) wrong.push(...(await walk(each)));
    sayProof('members of requests', counts);
    assert.deepEqual(wrong, []);
    assert.ok(counts.tried > 700, `${counts.tried} members`);
  });

  it('need every entry in the tables of outcomes', () => {
    const entries = Object.entries(DECLARED).flatMap(([kind, table]) =>
      Object.keys(table).map((key) => `${kind} ${key}`),
    );
    assert.deepEqual(
      entries.filter((entry) => !used.has(entry)),
      [],
    );
  });

  it('need every value in the table of values', () => {
    const names = new Map<string, Set<string>>();
    for (const each of walks) {
      for (const key of each.keys) {
        const known = names.get(key) ?? new Set();
        for (const { name } of membersOf(each, operationOf(each))) known.add(name);
        names.set(key, known);
      }
    }
    const unknown = Object.entries(TRIALS).flatMap(([key, trials]) =>
      Object.keys(trials).filter((name) => names.get(key)?.has(name) !== true),
    );
    assert.deepEqual(unknown, []);
  });
});

// The parameters of the list of contract notes, line by line.

import assert from 'node:assert/strict';
import type { Json } from '../support/app.js';
import { expectNamed, expectStatus, type Line, type Scene } from './line.js';
import { get, query } from './request.js';

const CONTRACT_NOTES = 'order/contractnote/list';

/** The required parameters of the list of contract notes. */
const NOTES = {
  ...{ sd: '2020-01-01', ed: '2099-12-31', x: 'NGX', t: 'EQUITY', b: '1', c: '10' },
  s: 'EXECUTED',
};

async function notes(scene: Scene, parameters: Partial<typeof NOTES> = {}): Promise<Json> {
  return expectStatus(await get(scene, query(CONTRACT_NOTES, { ...NOTES, ...parameters })), 200);
}

/** A required parameter. The refusal names it if it is missing or cannot be read. */
function noteParameter(
  [name, type, meaning]: readonly [keyof typeof NOTES, string, string],
  wrong: string | undefined,
  check: (scene: Scene) => Promise<void>,
): Line {
  return {
    text: `| ${name} | ${type} | ${meaning} |`,
    check: async (scene) => {
      const { [name]: _, ...others } = NOTES;
      expectNamed(await get(scene, query(CONTRACT_NOTES, others)), name);
      if (wrong !== undefined) {
        expectNamed(await get(scene, query(CONTRACT_NOTES, { ...NOTES, [name]: wrong })), name);
      }
      await check(scene);
    },
  };
}

export const NOTE_PARAMETERS: readonly Line[] = [
  noteParameter(['sd', 'Date', 'start date, yyyy-MM-dd'], '26.11.2026', async (scene) => {
    assert.equal((await notes(scene, { sd: '2099-12-31' })).count, 0);
  }),
  noteParameter(['ed', 'Date', 'end date, yyyy-MM-dd'], 'tomorrow', async (scene) => {
    assert.equal((await notes(scene, { ed: '2020-01-01' })).count, 0);
  }),
  noteParameter(
    ['x', 'String', 'exchange code, one code per exchange'],
    undefined,
    async (scene) => {
      assert.equal((await notes(scene)).count, 1);
      assert.equal((await notes(scene, { x: 'NSE' })).count, 1, 'the alias of the exchange');
    },
  ),
  noteParameter(
    ['t', 'String', 'security type (asset class): BOND (given as BOND_NAT) or EQUITY'],
    'SHARE',
    async (scene) => {
      assert.equal((await notes(scene, { t: 'BOND_NAT' })).count, 0);
      assert.equal((await notes(scene, { t: 'BOND' })).count, 0);
    },
  ),
  noteParameter(['b', 'Long', 'page number'], 'one', async (scene) => {
    assert.deepEqual((await notes(scene, { b: '2' })).result, []);
  }),
  noteParameter(['c', 'Long', 'page size'], '501', async (scene) => {
    assert.equal((await notes(scene, { c: '1' })).result.length, 1);
  }),
  noteParameter(
    ['s', 'String', 'order status: REJECTED, BOOKED, CANCELLED, EXECUTING, EXECUTED or EXPIRED'],
    'DONE',
    async (scene) => {
      for (const s of ['REJECTED', 'BOOKED', 'CANCELLED', 'EXECUTING', 'EXPIRED']) {
        assert.equal((await notes(scene, { s })).count, 0, s);
      }
    },
  ),
];

// The parameter sets of term and discounted instruments, line by line.

import assert from 'node:assert/strict';
import type { Json } from '../support/app.js';
import { DEPOSIT, PAPER as PAPER_BODY } from './body.js';
import { expectNamed, expectStatus, type Line, type Scene } from './line.js';
import { readOf } from './made.js';
import { API, client, get, query, submit } from './request.js';

export const TERM = 'order/terminstrument';
const PAPER = 'order/discountedinstrument';

/** Returns the ids of the customer's transactions that the list shows with these parameters. */
async function ids(
  scene: Scene,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<number[]> {
  const reply = await get(scene, query(`${path}/customer/list`, parameters));
  return expectStatus(reply, 200).result.map(({ id }: Json) => id);
}

/** The parameters that each of the two lists has under its own name. */
function listParameters(
  list: { readonly path: string; readonly kind: 'deposit' | 'paper'; readonly status: 'u' | 'e' },
  texts: Readonly<Record<'b' | 's' | 'status' | 'sd' | 'ed' | 'c', string>>,
): readonly Line[] {
  const { path, kind, status } = list;
  return [
    {
      text: texts.c,
      check: async (scene) => {
        assert.ok((await ids(scene, path, { c: '1' })).includes(scene.made[kind].id));
        assert.ok(!(await ids(scene, path, { c: '2' })).includes(scene.made[kind].id));
        expectNamed(await get(scene, `${path}/customer/list`), 'c');
      },
    },
    {
      text: texts.b,
      check: async (scene) => {
        const [first] = await ids(scene, path, { c: '1', s: '1' });
        const [second] = await ids(scene, path, { c: '1', s: '1', b: '2' });
        assert.notEqual(first, second);
      },
    },
    {
      text: texts.s,
      check: async (scene) => {
        assert.equal((await ids(scene, path, { c: '1', s: '1' })).length, 1);
        expectNamed(await get(scene, query(`${path}/customer/list`, { c: '1', s: 'x' })), 's');
      },
    },
    {
      text: texts.status,
      check: async (scene) => {
        const { id } = scene.made[kind];
        assert.ok((await ids(scene, path, { c: '1', [status]: 'PENDING' })).includes(id));
        assert.ok(!(await ids(scene, path, { c: '1', [status]: 'TERMINATED' })).includes(id));
        const wrong = { c: '1', [status]: 'OPEN' };
        expectNamed(await get(scene, query(`${path}/customer/list`, wrong)), status);
      },
    },
    {
      text: texts.sd,
      check: async (scene) => {
        assert.deepEqual(
          await ids(scene, path, { c: '1', sd: '2099-01-01', ed: '2099-12-31' }),
          [],
        );
        expectNamed(await get(scene, query(`${path}/customer/list`, { c: '1', sd: 'x' })), 'sd');
      },
    },
    {
      text: texts.ed,
      check: async (scene) => {
        const { id } = scene.made[kind];
        const all = await ids(scene, path, { c: '1', sd: '2020-01-01', ed: '2099-12-31' });
        assert.ok(all.includes(id));
        expectNamed(await get(scene, query(`${path}/customer/list`, { c: '1', ed: 'x' })), 'ed');
      },
    },
  ];
}

export const TERM_PARAMETERS: readonly Line[] = [
  {
    text: '| id | Long | yes | transaction id |',
    check: async (scene) => {
      expectStatus(await get(scene, `${TERM}/id/${scene.made.deposit.id}`), 200);
      expectStatus(await get(scene, `${TERM}/id/999999`), 404);
    },
  },
  ...listParameters(
    { path: TERM, kind: 'deposit', status: 'u' },
    {
      c: '| c | Long | yes | customerId |',
      b: '| b | Long | no | page number |',
      s: '| s | Long | no | page size |',
      status: '| u | String | no | transaction status: PENDING, RUNNING or TERMINATED |',
      sd: '| sd | Date | no | start date, yyyy-MM-dd |',
      ed: '| ed | Date | no | end date, yyyy-MM-dd |',
    },
  ),
  {
    text: '| t | Long | yes | term instrument transaction id |',
    check: async (scene) => {
      const id = await submit(scene.app, 'terminstrument', { ...DEPOSIT, faceValue: 120_100 });
      expectStatus(await client(scene).put(`${API}/${TERM}/post/${id}`), 200);
      const { startDate } = (await readOf(scene.app, 'deposit', id)).body;
      const d = startDate.slice(0, 10);
      expectNamed(await get(scene, query(`${TERM}/valuation`, { d })), 't');
      const valuation = await get(scene, query(`${TERM}/valuation`, { t: String(id), d }));
      assert.equal(expectStatus(valuation, 200).faceValue, 120_100);
    },
  },
  {
    text: '| d | Date | yes | term instrument transaction date |',
    check: async (scene) => {
      const id = await submit(scene.app, 'terminstrument', { ...DEPOSIT, faceValue: 120_200 });
      expectStatus(await client(scene).put(`${API}/${TERM}/post/${id}`), 200);
      const wrong = query(`${TERM}/valuation`, { t: String(id), d: '26-11-2026' });
      expectNamed(await get(scene, wrong), 'd');
      const { startDate } = (await readOf(scene.app, 'deposit', id)).body;
      const end = query(`${API}/${TERM}/terminate`, { t: String(id), d: startDate.slice(0, 10) });
      expectStatus(await client(scene).put(end), 200);
      assert.equal((await readOf(scene.app, 'deposit', id)).body.status, 'TERMINATED');
    },
  },
];

/** Posts commercial paper of this face value. Returns its id. */
export async function runningPaper(scene: Scene, faceValue: number): Promise<string> {
  const id = await submit(scene.app, 'discountedinstrument', { ...PAPER_BODY, faceValue });
  expectStatus(await client(scene).put(`${API}/${PAPER}/post/${id}`), 200);
  return String(id);
}

export async function terminate(
  scene: Scene,
  parameters: Readonly<Record<string, string>>,
): Promise<Json> {
  const path = query(`${API}/${PAPER}/terminate`, { c: '1', ...parameters });
  return expectStatus(await client(scene).put(path), 200);
}

export const PAPER_PARAMETERS: readonly Line[] = [
  {
    text: '| id | Long | yes | discounted instrument transaction id |',
    check: async (scene) => {
      const path = query(`${API}/${PAPER}/terminate`, { c: '1' });
      expectNamed(await client(scene).put(path), 'id');
    },
  },
  {
    text: '| dc | String | no | notes or description |',
    check: async (scene) => {
      const id = await runningPaper(scene, 130_100);
      await terminate(scene, { id, dc: 'Needed for the rent' });
      const found = await ids(scene, PAPER, { c: '1', dc: 'for the rent' });
      assert.deepEqual(found, [Number(id)]);
    },
  },
  {
    text:
      '| fv | Double | no | termination amount; when null or empty the whole face value is ' +
      'terminated; a smaller value terminates only that part |',
    check: async (scene) => {
      const part = await runningPaper(scene, 130_200);
      await terminate(scene, { id: part, fv: '30200' });
      const rest = (await readOf(scene.app, 'paper', Number(part))).body;
      assert.deepEqual([rest.status, rest.faceValue], ['RUNNING', 100_000]);
      const whole = await runningPaper(scene, 130_300);
      await terminate(scene, { id: whole, fv: '' });
      assert.equal((await readOf(scene.app, 'paper', Number(whole))).body.status, 'TERMINATED');
    },
  },
  {
    text:
      '| dr | Long | no | discount rate as a percentage number; when absent the rate of the ' +
      'running investment is used |',
    check: async (scene) => {
      const path = query(`${API}/${PAPER}/terminate`, {
        ...{ c: '1', id: await runningPaper(scene, 130_400), dr: 'ten', dryRun: 'true' },
      });
      expectNamed(await client(scene).put(path), 'dr');
      const id = await runningPaper(scene, 130_500);
      const given = await terminate(scene, { id, dr: '25', dryRun: 'true' });
      const own = await terminate(scene, { id, dryRun: 'true' });
      assert.notDeepEqual(given.result, own.result);
    },
  },
  {
    text: '| td | Date | no | termination date, yyyy-MM-dd; when absent the current date is used |',
    check: async (scene) => {
      const id = await runningPaper(scene, 130_600);
      const path = query(`${API}/${PAPER}/terminate`, { c: '1', id, td: '2026/11/30' });
      expectNamed(await client(scene).put(path), 'td');
      await terminate(scene, { id });
      const { body } = await readOf(scene.app, 'paper', Number(id));
      assert.equal(body.terminationDate.slice(0, 10), body.startDate.slice(0, 10));
    },
  },
  ...listParameters(
    { path: PAPER, kind: 'paper', status: 'e' },
    {
      c: '| c | Long | yes | customerId |',
      b: '| b | String | no | page number |',
      s: '| s | String | no | page size |',
      status: '| e | String | no | transaction status: PENDING, RUNNING or TERMINATED |',
      sd: '| sd | Date | no | start date, yyyy-MM-dd |',
      ed: '| ed | Date | no | end date, yyyy-MM-dd |',
    },
  ),
];

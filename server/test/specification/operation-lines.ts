// The specification's tables of states, moves and operations, line by line.

import assert from 'node:assert/strict';
import { CASH, DEPOSIT, LEAD } from './body.js';
import {
  PAPER_PARAMETERS,
  runningPaper,
  TERM,
  TERM_PARAMETERS,
  terminate,
} from './instrument-lines.js';
import { expectNamed, expectStatus, type Kind, type Line, recordSchema, resolve } from './line.js';
import { readOf } from './made.js';
import { NOTE_PARAMETERS } from './note-lines.js';
import { API, client, get, submit } from './request.js';

const OPERATIONS: readonly Line[] = [
  {
    text: '| 1 | POST | /api/v1/order/tradeorder/submit | body: Trade order |',
    check: async (scene) => {
      const { body } = await readOf(scene.app, 'order', scene.made.order.id);
      assert.equal(body.fixOrderStatus, 'FILLED', 'the exchange of the business has filled it');
      const { id, sent } = scene.made.order;
      const update = await client(scene).put(`${API}/order/tradeorder/update`, { ...sent, id });
      assert.deepEqual([update.status, update.body.msgArgs[0]], [409, 'EXECUTED']);
    },
  },
  {
    text: '| 2 | POST | /api/v1/order/terminstrument/submit | body: Term instrument transaction |',
    check: async (scene) => {
      const id = await submit(scene.app, 'terminstrument', { ...DEPOSIT, faceValue: 120_300 });
      const sent = { ...DEPOSIT, id, faceValue: 120_400 };
      expectStatus(await client(scene).put(`${API}/${TERM}/update`, sent), 200);
      expectStatus(await client(scene).post(`${API}/${TERM}/post/${id}`, sent), 200);
      const { body } = await readOf(scene.app, 'deposit', id);
      assert.deepEqual([body.status, body.faceValue], ['RUNNING', 120_400]);
    },
  },
  {
    text: '| 3 | POST | /api/v1/finance/cash-transaction/create | body: Cash transaction |',
    check: async (scene) => {
      const { body } = await readOf(scene.app, 'cash', scene.made.cash.id);
      assert.equal(body.transState, 'APPROVED');
    },
  },
  {
    text:
      '| 4 | PUT | /api/v1/finance/cash-transaction/post/id/<transaction_id> | no body; the ' +
      'transaction id is the last path segment |',
    check: async (scene) => {
      const made = await client(scene).post(`${API}/finance/cash-transaction/create`, {
        ...{ ...CASH, reference: 'SPEC-4', amount: 4_000 },
      });
      const { id } = expectStatus(made, 201);
      const path = `${API}/finance/cash-transaction/post/id/${id}`;
      expectStatus(await client(scene).put(path), 200);
      const again = await client(scene).put(path);
      assert.deepEqual([again.status, again.body.msgArgs[0]], [409, 'POSTED']);
    },
  },
  {
    text:
      '| 5 | GET | /api/v1/finance/filedger/list/account/id | query a=<account_id> ' +
      '(required) |',
    check: async (scene) => {
      expectNamed(await get(scene, 'finance/filedger/list/account/id'), 'a');
      const ledger = expectStatus(await get(scene, 'finance/filedger/list/account/id?a=2'), 200);
      assert.equal(ledger.accountId, 2);
      assert.ok(ledger.result.length > 0);
    },
  },
  {
    text: '| 6 | PUT | /api/v1/crm/whatsapp/update | body: WhatsApp message |',
    check: async (scene) => {
      const { id } = scene.made.message;
      const { attachmentsWS: _, ...sent } = scene.made.message.sent;
      const body = { ...sent, id, workflowNotes: 'Answered' };
      expectStatus(await client(scene).put(`${API}/crm/whatsapp/update`, body), 200);
      const read = (await readOf(scene.app, 'message', id)).body;
      assert.equal(read.workflowNotes, 'Answered');
      const back = { ...body, workflowNotes: sent.workflowNotes };
      expectStatus(await client(scene).put(`${API}/crm/whatsapp/update`, back), 200);
    },
  },
  {
    text:
      '| 7 | POST | /api/v1/order/terminstrument/submit (the path shown for lead capture) | ' +
      'body: Lead |',
    check: async (scene) => {
      const path = `${API}/order/terminstrument/submit`;
      const reply = await client(scene).post(path, { ...LEAD, lastName: 'Nwosu' });
      assert.equal(expectStatus(reply, 201).msgCode, 'LEAD_CAPTURED');
    },
  },
];

const MOVES: readonly Line[] = [
  {
    text:
      '| Cash transaction created and approved | PUT cash-transaction post operation | the ' +
      'transaction has been created and approved | not shown | the transaction takes effect |',
    check: async (scene) => {
      const balance = async () => (await get(scene, 'finance/account/id/2')).body.clearedBalance;
      const before = await balance();
      const made = await client(scene).post(`${API}/finance/cash-transaction/create`, {
        ...{ ...CASH, reference: 'SPEC-MOVE', amount: 5_000.25 },
      });
      const { id } = expectStatus(made, 201);
      assert.equal(await balance(), before);
      await client(scene).put(`${API}/finance/cash-transaction/post/id/${id}`);
      assert.equal(Math.round((await balance()) * 100), Math.round((before + 5_000.25) * 100));
    },
  },
  {
    text:
      '| Discounted instrument running | discounted instrument termination parameters | fv ' +
      'absent: whole face value is terminated; fv given: only that amount is terminated | ' +
      'TERMINATED | termination date is td, or the current date when td is absent |',
    check: async (scene) => {
      const id = await runningPaper(scene, 130_700);
      const { startDate } = (await readOf(scene.app, 'paper', Number(id))).body;
      await terminate(scene, { id, td: startDate.slice(0, 10) });
      const { body } = await readOf(scene.app, 'paper', Number(id));
      assert.deepEqual([body.status, body.terminationDate], ['TERMINATED', startDate]);
    },
  },
];

/** A line in the table of states. The document must publish at least these states. */
function states(
  text: string,
  { kind, member, names }: { kind: Kind; member: string; names: readonly string[] },
): Line {
  return {
    text,
    check: async ({ document }) => {
      const published = resolve(document, recordSchema(document, kind).properties[member]);
      // The states are in the list of values or in the description.
      const words = JSON.stringify(published).split(/\W+/);
      for (const state of names) assert.ok(words.includes(state), state);
    },
  };
}

const STATES: readonly Line[] = [
  states(
    '| Trade order | orderStatus | REJECTED, BOOKED, CANCELLED, EXECUTING, EXECUTED, EXPIRED |',
    {
      kind: 'order',
      member: 'orderStatus',
      names: ['REJECTED', 'BOOKED', 'CANCELLED', 'EXECUTING', 'EXECUTED', 'EXPIRED'],
    },
  ),
  states('| Term or discounted instrument transaction | status | PENDING, RUNNING, TERMINATED |', {
    kind: 'deposit',
    member: 'status',
    names: ['PENDING', 'RUNNING', 'TERMINATED'],
  }),
  states('| Lead | status | NEW (others unnamed) |', {
    kind: 'lead',
    member: 'status',
    names: ['NEW'],
  }),
  states('| WhatsApp message | status | IN_PROGRESS (others unnamed) |', {
    kind: 'message',
    member: 'status',
    names: ['IN_PROGRESS'],
  }),
];

const HEADERS: readonly Line[] = [
  {
    text: '| accept | application/json; charset=UTF-8 |',
    check: async (scene) => {
      const headers = { accept: 'application/json; charset=UTF-8' };
      const path = `${API}/order/tradeorder/id/${scene.made.order.id}`;
      const reply = await client(scene).get(path, headers);
      expectStatus(reply, 200);
      assert.match(reply.headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/i);
    },
  },
  {
    text: '| Content-Type | application/json (on operations that send a body) |',
    check: async (scene) => {
      const path = `${API}/order/terminstrument/submit`;
      const body = { ...LEAD, lastName: 'Bassey' };
      const headers = { 'content-type': 'application/json' };
      expectStatus(await client(scene).post(path, body, headers), 201);
      const xml = { 'content-type': 'application/xml' };
      expectStatus(await client(scene).post(path, '<lead/>', xml), 415);
    },
  },
];

/** The tables of headers, states, moves, operations and parameters, with the heading of each. */
export const OPERATION_TABLES: Readonly<Record<string, readonly Line[]>> = {
  'Common request headers': HEADERS,
  States: STATES,
  Moves: MOVES,
  Endpoints: OPERATIONS,
  'Parameters of the list of contract notes': NOTE_PARAMETERS,
  'Parameters of term instruments': TERM_PARAMETERS,
  'Parameters of discounted instruments': PAPER_PARAMETERS,
};

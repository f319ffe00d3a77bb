// One record of each kind in the specification, created through the specification's operations with
// every member that it shows.

import assert from 'node:assert/strict';
import type { Json, TestApp, TestReply } from '../support/app.js';
import { waitFor } from '../support/wait.js';
import { CASH, DEPOSIT, LEAD, MESSAGE, ORDER, PAPER } from './body.js';

const API = '/api/v1';

/**
 * A record, the values that the client sent, and the values that are stored in a different form.
 */
export interface MadeRecord {
  readonly id: number;
  readonly sent: Json;
  /** Values in the record that were sent in another form, or that the server sets. */
  readonly kept: Json;
}

export interface Made {
  readonly order: MadeRecord;
  readonly deposit: MadeRecord;
  readonly paper: MadeRecord;
  readonly cash: MadeRecord;
  readonly lead: MadeRecord;
  readonly message: MadeRecord;
}

const READ: Readonly<Record<keyof Made, string>> = {
  order: 'order/tradeorder/id',
  deposit: 'order/terminstrument/id',
  paper: 'order/discountedinstrument/id',
  cash: 'finance/cash-transaction/id',
  lead: 'crm/lead/id',
  message: 'crm/whatsapp/id',
};

/** Reads a record as the API client does. */
export function readOf(app: TestApp, kind: keyof Made, id: number): Promise<TestReply> {
  return app.as('CLIENT').get(`${API}/${READ[kind]}/${id}`);
}

export async function makeRecords(app: TestApp): Promise<Made> {
  await fund(app, 5_000_000);
  const send = async (path: string, sent: Json, kept: Json = {}): Promise<MadeRecord> => {
    const reply = await app.as('CLIENT').post(`${API}/${path}`, sent);
    assert.equal(reply.status, 201, reply.text);
    return { id: reply.body.id, sent: { ...sent, id: reply.body.id }, kept };
  };
  const order = await send('order/tradeorder/submit', ORDER, {
    ...{ instrument: 'ACCESS', securityLabel: 'Access Holdings Plc' },
  });
  await filled(app, order.id);
  return {
    order,
    deposit: await send('order/terminstrument/submit', DEPOSIT),
    paper: await send('order/discountedinstrument/submit', PAPER),
    cash: await send('finance/cash-transaction/create', CASH, { amount: 75_000.5 }),
    lead: await send('order/terminstrument/submit', LEAD),
    message: await send('crm/whatsapp/create', MESSAGE),
  };
}

/** Pays money into the cash account of the customer who owns all records. */
async function fund(app: TestApp, amount: number): Promise<void> {
  const client = app.as('CLIENT');
  const sent = { ...CASH, amount, reference: 'FUNDS' };
  const { body } = await client.post(`${API}/finance/cash-transaction/create`, sent);
  const posted = await client.put(`${API}/finance/cash-transaction/post/id/${body.id}`);
  assert.equal(posted.status, 200, posted.text);
}

async function filled(app: TestApp, id: number): Promise<void> {
  await waitFor('the built-in exchange to fill the order', async () => {
    const { body } = await readOf(app, 'order', id);
    return body.orderStatus === 'EXECUTED';
  });
}

// Callers that send orders and payments without a pause. Each write keeps its own idempotency key
// until it is acknowledged.

import assert from 'node:assert/strict';
import type { Caller } from '../support/app.js';
import { orderBody } from '../support/order.js';
import { patience, waitFor } from '../support/wait.js';
import type { Acknowledged } from './flow-check.js';

const RETRY_PAUSE_MS = 100;

export interface KeyedFlow {
  readonly acknowledged: Acknowledged;
  /** Returns the number of writes that were sent again because they got no answer or a refusal. */
  repeats(): number;
  /** Waits until this many more orders and payments are acknowledged. */
  more(count: number, limitMs?: number): Promise<void>;
  /** Lets each caller finish its work. */
  end(): Promise<void>;
  /** Stops the callers immediately, for a test that has failed. */
  abandon(): void;
}

interface State {
  readonly acknowledged: Acknowledged;
  readonly name: string;
  repeats: number;
  isOver: boolean;
  isAbandoned: boolean;
}

/** Starts the callers. Each one trades and pays for a different customer. */
export function startKeyedFlow(client: Caller, name: string, callers: number): KeyedFlow {
  const acknowledged: Acknowledged = { orders: [], posted: [] };
  const state: State = { acknowledged, name, repeats: 0, isOver: false, isAbandoned: false };
  const calls = Array.from({ length: callers }, (_, index) => callOn(client, state, index + 1));
  const ended = Promise.all(calls);
  return {
    acknowledged,
    repeats: () => state.repeats,
    more: async (count, limitMs) => {
      const { orders, posted } = acknowledged;
      const before = { orders: orders.length, posted: posted.length };
      const isDone = async () =>
        orders.length >= before.orders + count && posted.length >= before.posted + count;
      await waitFor(`${count} orders and payments to be acknowledged`, isDone, limitMs);
    },
    end: async () => {
      state.isOver = true;
      await ended;
    },
    abandon: () => {
      state.isOver = true;
      state.isAbandoned = true;
    },
  };
}

async function callOn(client: Caller, state: State, customer: number): Promise<void> {
  const name = String(customer).padStart(10, '0');
  for (let number = 1; !state.isOver; number += 1) {
    const key = `${state.name}-${customer}-${String(number).padStart(6, '0')}`;
    const order = await untilAnswered(state, (headers) => {
      const body = orderBody({ portfolioName: name, quantityRequested: '10' });
      return client.post('/api/v1/order/tradeorder/submit', body, headers(`${key}-order`));
    });
    state.acknowledged.orders.push(order);
    const payment = await untilAnswered(state, (headers) => {
      const path = '/api/v1/finance/cash-transaction/create';
      return client.post(path, receiptOf(name), headers(`${key}-cash`));
    });
    await untilAnswered(state, (headers) => {
      const path = `/api/v1/finance/cash-transaction/post/id/${payment}`;
      return client.put(path, undefined, headers(`${key}-post`));
    });
    state.acknowledged.posted.push(payment);
  }
}

type Send = (headers: (key: string) => Record<string, string>) => ReturnType<Caller['get']>;

async function untilAnswered(state: State, send: Send): Promise<number> {
  const isOver = patience();
  for (;;) {
    const reply = await send((key) => ({ 'idempotency-key': key })).catch(() => undefined);
    if (reply?.status === 200 || reply?.status === 201) return reply.body.id;
    if (state.isAbandoned) return 0;
    const isPassing = reply === undefined || reply.status === 503 || reply.status === 409;
    assert.ok(isPassing, `${reply?.status} ${reply?.text}`);
    assert.ok(!isOver(), `never answered: ${reply?.text}`);
    state.repeats += 1;
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
  }
}

function receiptOf(partnerName: string): object {
  return {
    transType: 'RECEIPT',
    transMethod: 'BANK_TRANSFER',
    partnerName,
    currency: 'NGN',
    amount: 1000,
  };
}

/** Returns how many records a list has. */
export async function countOf(client: Caller, list: string): Promise<number> {
  const { status, body } = await client.get(`/api/v1/${list}?s=1`);
  assert.equal(status, 200);
  return body.count;
}

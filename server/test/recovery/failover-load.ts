// Continuous payments and orders on two nodes, each retried under its own key until it is done.
// Also measures how long each node took to recover from a failure.

import { setTimeout as pause } from 'node:timers/promises';
import type { Caller, Json } from '../support/app.js';
import { orderBody } from '../support/order.js';

const PAYMENT = '/api/v1/finance/cash-transaction/create';
const ORDER = '/api/v1/order/tradeorder';
const BETWEEN_PAYMENTS_MS = 100;
const BETWEEN_ORDERS_MS = 500;
const RETRY_MS = 500;
/**
 * The maximum number of orders and payments in progress. Each of them is polled repeatedly, so
 * without a limit a slow machine would do nothing but answer these polls.
 */
const OPEN_MAX = 200;
/** A gap between two successes of more than this many milliseconds is attributed to the failure. */
const GAP_MS = 1_500;

type Kind = 'payment' | 'order';

export interface FailoverOutcome {
  /** The number of payments and orders started. */
  readonly keys: number;
  /** The record id for each key that was answered with 201. */
  readonly ids: ReadonlyMap<string, number>;
  readonly orders: ReadonlySet<number>;
  readonly statuses: ReadonlyMap<number, number>;
  readonly longestMs: number;
}

export interface FailoverLoad {
  /**
   * Returns, for each node, the seconds from the given time until it succeeded again: until a
   * payment was stored, or until an order was executed at the exchange. Undefined until all nodes
   * have succeeded.
   */
  readonly backAfter: (kind: Kind, sinceMs: number) => readonly number[] | undefined;
  /** Returns how many payments have been acknowledged. */
  readonly acknowledged: () => number;
  /** Waits for all work in progress. */
  readonly end: () => Promise<FailoverOutcome>;
  /** Stops the load immediately, for a test that has failed. */
  readonly abandon: () => void;
}

/** Starts the load on these nodes. `payment` is a payment body as documented for the API. */
export function startFailoverLoad(callers: readonly Caller[], payment: Json): FailoverLoad {
  const load = new Load(callers);
  const order = orderBody({ quantityRequested: '1' });
  const running = [
    load.send('payment', BETWEEN_PAYMENTS_MS, async (node, key) => {
      const id = await load.write(node, key, { path: PAYMENT, body: payment });
      return id !== undefined;
    }),
    load.send('order', BETWEEN_ORDERS_MS, async (node, key) => {
      const id = await load.write(node, key, { path: `${ORDER}/submit`, body: order });
      return id !== undefined && load.execute(node, id);
    }),
  ];
  return {
    backAfter: (kind, sinceMs) => load.backAfter(kind, sinceMs),
    acknowledged: () => load.ids.size,
    end: async () => {
      load.isOver = true;
      await Promise.all(running);
      await Promise.all(load.open);
      const { keys, ids, orders, statuses, longestMs } = load;
      return { keys, ids, orders, statuses, longestMs };
    },
    abandon: () => {
      load.isOver = true;
      load.isAbandoned = true;
    },
  };
}

class Load {
  readonly ids = new Map<string, number>();
  readonly orders = new Set<number>();
  readonly statuses = new Map<number, number>();
  readonly open = new Set<Promise<void>>();
  keys = 0;
  longestMs = 0;
  isOver = false;
  isAbandoned = false;
  readonly #callers: readonly Caller[];
  readonly #ends: Readonly<Record<Kind, number[][]>>;

  constructor(callers: readonly Caller[]) {
    this.#callers = callers;
    this.#ends = { payment: callers.map(() => []), order: callers.map(() => []) };
  }

  /** Repeatedly starts one task on each node, without waiting for earlier tasks. */
  async send(
    kind: Kind,
    pauseMs: number,
    work: (node: number, key: string) => Promise<boolean>,
  ): Promise<void> {
    while (!this.isOver) {
      for (const node of this.#callers.keys()) {
        if (this.open.size >= OPEN_MAX) break;
        this.keys += 1;
        const begun = work(node, `failover-of-the-database-${this.keys}`).then((isDone) => {
          if (isDone) this.#ends[kind][node]?.push(performance.now());
        });
        this.open.add(begun);
        void begun.finally(() => this.open.delete(begun));
      }
      await pause(pauseMs);
    }
  }

  /** Repeats a write until it is done. Returns undefined after a reply other than 409 or 503. */
  async write(
    node: number,
    key: string,
    { path, body }: { readonly path: string; readonly body: Json },
  ): Promise<number | undefined> {
    while (!this.isAbandoned) {
      const beganMs = performance.now();
      const sent = this.#callers[node]?.post(path, body, { 'idempotency-key': key });
      const reply = await sent?.catch(() => undefined);
      this.longestMs = Math.max(this.longestMs, performance.now() - beganMs);
      const status = reply?.status ?? 0;
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (status === 201) {
        this.ids.set(key, reply?.body.id);
        return reply?.body.id;
      }
      if (![409, 503].includes(status)) return undefined;
      await pause(RETRY_MS);
    }
    return undefined;
  }

  /** Waits until an order is executed at the exchange or known to be lost. */
  async execute(node: number, id: number): Promise<boolean> {
    this.orders.add(id);
    while (!this.isAbandoned) {
      const read = this.#callers[node]?.get(`${ORDER}/id/${id}`);
      const reply = await read?.catch(() => undefined);
      if (reply?.status === 404) return false;
      if (reply?.status === 200 && reply.body.orderStatus === 'EXECUTED') return true;
      await pause(RETRY_MS);
    }
    return false;
  }

  backAfter(kind: Kind, sinceMs: number): readonly number[] | undefined {
    const nodes = this.#ends[kind];
    const ends = nodes.flatMap((times) => endOfGap(times, sinceMs) ?? []);
    if (ends.length < nodes.length) return undefined;
    return ends.map((end) => (end - sinceMs) / 1_000);
  }
}

function endOfGap(times: readonly number[], sinceMs: number): number | undefined {
  let earlier = sinceMs;
  for (const time of times) {
    if (time <= sinceMs) continue;
    if (time - earlier > GAP_MS) return time;
    earlier = time;
  }
  return undefined;
}

// Starts an app for which the test plays the exchange, with a dealer who settles the work items.

import assert from 'node:assert/strict';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { type Caller, type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import type { Said } from '../../../support/order-desk.js';
import { reportOrder } from '../../../support/order-exchange.js';

/** The base paths of work items (REPORT) and orders. */
export const REPORT = '/api/v1/order/unmatched-report';
export const ORDER = '/api/v1/order/tradeorder';

export interface WorkItemDesk {
  readonly app: TestApp;
  dealer(): Caller;
  /** Sends an exchange report about an order and returns the outcome. */
  say(row: OrderRow, status: string, said?: Said): Promise<string>;
  /** Reads the newest work item for a ClOrdID or ExecID, by default among the open ones. */
  itemOf(about: string, filter?: string): Promise<Json>;
  /** Reads an order as the dealer. */
  read(row: OrderRow): Promise<Json>;
  /** Checks the books and stops the app. */
  stop(): Promise<void>;
}

/** Starts the app. */
export async function openWorkItemDesk(
  config: Parameters<typeof startTestApp>[0] = {},
): Promise<WorkItemDesk> {
  const app = await startTestApp({ demo: true, exchange: 'none', ...config });
  const dealer = () => app.as('DEALER');
  return {
    app,
    dealer,
    say: (row, status, said = {}) => reportOrder(app, row, { status, ...said }),
    itemOf: async (about, filter = 'resolved=false') => {
      const { body } = await dealer().get(`${REPORT}/list?s=500&${filter}`);
      const item = body.result.findLast(
        ({ clOrdId, execId }: Json) => clOrdId === about || execId === about,
      );
      assert.ok(item, `a work item about ${about}`);
      return item;
    },
    read: async (row) => (await dealer().get(`${ORDER}/id/${row.id}`)).body,
    stop: async () => {
      await assertBooks(app);
      await app.stop();
    },
  };
}

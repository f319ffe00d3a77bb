// An app whose exchange is played by the test, and a dealer who settles the resulting work items.

import assert from 'node:assert/strict';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { type Caller, type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import type { Said } from '../../../support/order-desk.js';
import { reportOrder } from '../../../support/order-exchange.js';

/** The paths of work items and orders. */
export const REPORT = '/api/v1/order/unmatched-report';
export const ORDER = '/api/v1/order/tradeorder';

export interface WorkItemDesk {
  readonly app: TestApp;
  dealer(): Caller;
  /** Has the exchange report about an order, and returns the outcome. */
  say(row: OrderRow, status: string, said?: Said): Promise<string>;
  /** The newest work item of a ClOrdID or ExecID, by default among the open ones. */
  itemOf(about: string, filter?: string): Promise<Json>;
  /** The order as the dealer sees it. */
  read(row: OrderRow): Promise<Json>;
  /** Also checks the books. */
  stop(): Promise<void>;
}

/** Opens the desk. */
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

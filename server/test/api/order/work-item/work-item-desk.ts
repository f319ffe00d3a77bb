// An app whose orders are at an exchange in the hands of the test, and a dealer who settles the
// work items that its reports leave.

import assert from 'node:assert/strict';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { type Caller, type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import type { Said } from '../../../support/order-desk.js';
import { reportOrder } from '../../../support/order-exchange.js';

/** Where work items are, and orders. */
export const REPORT = '/api/v1/order/unmatched-report';
export const ORDER = '/api/v1/order/tradeorder';

export interface WorkItemDesk {
  readonly app: TestApp;
  dealer(): Caller;
  /** The exchange reports about an order; returns the fate of the report. */
  say(row: OrderRow, status: string, said?: Said): Promise<string>;
  /** The newest work item about a ClOrdID or ExecID, of those that are open unless said. */
  itemOf(about: string, filter?: string): Promise<Json>;
  /** The order as the dealer sees it. */
  read(row: OrderRow): Promise<Json>;
  /** Checks the books, too. */
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

// Proves that the fold of the stock record, the holdings and the open lots agree.

import assert from 'node:assert/strict';
import type { Book } from '../../src/modules/wealth/gain/book.js';
import type { CostMethod } from '../../src/modules/wealth/gain/disposal.js';
import { foldStock, type StockFold } from '../../src/modules/wealth/gain/fold.js';
import { costOf, unitsOf } from '../../src/modules/wealth/gain/lot.js';
import { selectStock } from '../../src/modules/wealth/gain/queries.js';
import { businessDate } from '../../src/platform/calendar/business-date.js';
import type { Database } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';

interface HoldingRow {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly quantity: bigint;
  readonly costMinor: bigint;
  readonly gainMinor: bigint;
}

const FOREVER = businessDate('2199-12-31');

/**
 * Compares every holding with the fold of its movements: units, cost and gain at average cost, and
 * the units of the open lots. For closed portfolios, both methods give the same gain.
 */
export async function assertLots(db: Database): Promise<void> {
  const rows = await db.query<HoldingRow>(sql`
    select portfolio_id as "portfolioId", security_id as "securityId", quantity,
      cost_minor as "costMinor", realised_gain_minor as "gainMinor"
    from holding order by 1, 2`);
  for (const portfolioId of new Set(rows.map((row) => row.portfolioId))) {
    const fold = await db.transaction(async (tx) =>
      foldStock(await selectStock(tx, [portfolioId], FOREVER)),
    );
    for (const row of rows.filter((each) => each.portfolioId === portfolioId)) {
      const book = fold.books.find(({ securityId }) => securityId === row.securityId);
      assert.deepEqual(figuresOf(fold, row, book), row);
      const units = book === undefined ? 0n : unitsOf(book.FIFO);
      assert.equal(units, row.quantity, 'the open lots are the units');
    }
    assertSameLife(fold);
  }
}

function figuresOf(fold: StockFold, row: HoldingRow, book: Book | undefined): HoldingRow {
  const { portfolioId, securityId } = row;
  const pool = book?.AVERAGE ?? [];
  const gainMinor = gainOf(fold, 'AVERAGE', securityId);
  return {
    ...{ portfolioId, securityId, quantity: unitsOf(pool), costMinor: costOf(pool) ?? 0n },
    gainMinor,
  };
}

/** Both methods must give the same gain less remaining cost. */
export function assertSameLife(fold: StockFold): void {
  const sum = (method: CostMethod) =>
    fold.books.reduce(
      (total, book) => total - (costOf(book[method]) ?? 0n),
      gainOf(fold, method, undefined),
    );
  assert.equal(sum('FIFO'), sum('AVERAGE'));
}

function gainOf(fold: StockFold, method: CostMethod, securityId: bigint | undefined): bigint {
  return fold.disposals
    .filter(({ movement }) => securityId === undefined || movement.securityId === securityId)
    .reduce((total, { outcome }) => total + (outcome[method].gainMinor ?? 0n), 0n);
}

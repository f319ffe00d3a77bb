// Finds the lots of units that leave a holding for another portfolio.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { foldStock } from './fold.js';
import { within } from './load.js';
import { type Lot, takeLots } from './lot.js';
import { selectStock } from './queries.js';

/** Units that leave a holding at the end of a date. */
interface LeavingUnits {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly quantity: bigint;
  readonly date: BusinessDate;
}

/**
 * Returns the lots of leaving units under FIFO, oldest first. Refuses with GAINS_TOO_LARGE if the
 * portfolio has too many movements.
 */
export async function leavingLots(tx: Tx, units: LeavingUnits): Promise<readonly Lot[]> {
  const { portfolioId, securityId, quantity, date } = units;
  const { books } = foldStock(within(await selectStock(tx, [portfolioId], date)));
  const book = books.find((each) => each.securityId === securityId);
  return book === undefined ? [] : takeLots(book.FIFO, quantity).filter((lot) => lot.quantity > 0n);
}

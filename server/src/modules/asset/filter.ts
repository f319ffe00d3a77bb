// The filters by fund and by instrument for read operations.

import type { Call } from '../../platform/context.js';
import { type FilterKind, namedByCode, namedById } from '../../platform/http/request/filter.js';
import { readTermInstrument } from './deposit/term-instrument.js';
import { readFund } from './fund/fund.js';
import { visibleDiscounted } from './paper/discounted-instrument.js';
import { selectDiscounted } from './paper/queries.js';
import { countRules } from './tax/queries.js';

/** The kinds of asset records that parameters can filter by. */
export const assetFilters: readonly FilterKind[] = [
  namedById('fund', readFund),
  namedById('deposit or loan', readTermInstrument),
  namedById('commercial paper or bill', visiblePaper),
  namedByCode('class of withholding tax', async ({ db }, name) =>
    (await countRules(db, name.toUpperCase())) > 0n ? name.toUpperCase() : undefined,
  ),
];

// The id may belong to commercial paper or to a bill.
async function visiblePaper(call: Call, id: bigint): Promise<object> {
  const paper = await selectDiscounted(call.db, { kind: 'DISCOUNTED_INSTRUMENT', id });
  return paper === undefined
    ? visibleDiscounted(call, { kind: 'TREASURY_BILL', id })
    : visibleDiscounted(call, { kind: 'DISCOUNTED_INSTRUMENT', id });
}

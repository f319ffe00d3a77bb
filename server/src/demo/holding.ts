// Demonstration holdings: shares that customers brought with them, so that there is something to
// sell.

import type { Work } from '../platform/context.js';
import { sql } from '../platform/database/sql.js';
import type { DemoStep } from './step.js';

const HOLDERS = 40;
const SECURITIES_EACH = 5;

/** Five shares in each of the first forty portfolios, bought at nine tenths of today's price. */
export const holdingStep: DemoStep = { name: 'holding', run: fillHoldings };

// One statement for all: the first portfolio holds the first share, and a stride spreads the
// others.
async function fillHoldings(work: Work): Promise<void> {
  await work.tx.query(sql`
    with owner as (
      select id, row_number() over (order by id) - 1 as n from portfolio
      where currency = 'NGN' order by id limit ${HOLDERS}
    ), share as (
      select s.id, p.last, row_number() over (order by s.id) - 1 as n, count(*) over () as total
      from security s join security_price p on p.security_id = s.id
      where s.security_type = 'EQUITY' and s.currency = 'NGN'
    ), lot as (
      select owner.id as portfolio_id, share.id as security_id, share.last,
        1000 * (1 + (owner.n * 3 + k.n * 11) % 40) as quantity
      from owner cross join generate_series(0, ${SECURITIES_EACH - 1}) as k(n)
      join share on share.n = (owner.n + k.n * 7) % share.total
    )
    insert into holding (portfolio_id, security_id, quantity, cost_minor)
    select portfolio_id, security_id, quantity, round(quantity * last * 90) from lot
    on conflict do nothing`);
}

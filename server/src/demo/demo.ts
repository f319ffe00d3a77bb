// Demonstration data: a Nigerian broker, filled in one transaction, all of it or nothing.

import { customerCash } from '../modules/finance/index.js';
import { openPortfolio } from '../modules/order/index.js';
import type { PartyPorts } from '../modules/party/index.js';
import type { Context, Work } from '../platform/context.js';
import type { Tx } from '../platform/database/database.js';
import { sql } from '../platform/database/sql.js';
import { workIn } from '../platform/system-work.js';
import { assetStep } from './asset.js';
import { crmStep } from './crm.js';
import { crmWorkStep } from './crm-work.js';
import { createDemoIds } from './demo-ids.js';
import { discountedStep } from './discounted.js';
import { fundStep } from './fund.js';
import { holdingStep } from './holding.js';
import { letterheadStep } from './letterhead.js';
import { marketRuleStep, marketStep } from './market.js';
import { partyStep } from './party.js';
import { priceHistoryStep } from './price-history.js';
import type { DemoStep } from './step.js';

const party: PartyPorts = { cashAccounts: customerCash, portfolios: { open: openPortfolio } };

/** The steps in their order; each may build on those before it. */
const DEMO_STEPS: readonly DemoStep[] = [
  marketStep,
  marketRuleStep,
  partyStep(party),
  holdingStep,
  crmStep(party),
  assetStep,
  letterheadStep,
  priceHistoryStep,
  discountedStep,
  fundStep,
  crmWorkStep(party),
];

/**
 * Fills what is missing of the demonstration data. Safe to repeat, and to run from several nodes
 * at once. Call it before anything else takes ids: a fresh database then always gets the same ones.
 */
export async function fillDemo(context: Context): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('countinghouse demo'))`);
    const filled = await filledSteps(tx);
    const missing = DEMO_STEPS.filter((step) => !filled.has(step.name));
    if (missing.length === 0) return;
    const ids = createDemoIds(context.ids);
    await workIn({ context: { ...context, ids }, tx, reason: 'demo' }, async (work) => {
      for (const step of missing) {
        await step.run(work);
        await recordStep(work, step);
      }
    });
    await ids.release(tx);
  });
}

async function filledSteps(tx: Tx): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(sql`select name from demo_step`);
  return new Set(rows.map((row) => row.name));
}

async function recordStep(work: Work, step: DemoStep): Promise<void> {
  await work.tx.query(
    sql`insert into demo_step (name, filled_at) values (${step.name}, ${work.now})`,
  );
}

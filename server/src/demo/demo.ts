// Demonstration data for a Nigerian broker, stored in one transaction.

import { customerCash } from '../modules/finance/index.js';
import { openPortfolio } from '../modules/order/index.js';
import type { PartyPorts } from '../modules/party/index.js';
import type { Context } from '../platform/context.js';
import { workIn } from '../platform/system-work.js';
import { assetStep } from './asset.js';
import { corporateActionStep, payPastDividend } from './corporate-action.js';
import { crmStep } from './crm.js';
import { crmWorkStep } from './crm-work.js';
import { fundStep } from './fund.js';
import { holdingStep } from './holding.js';
import { createDemoIds } from './ids.js';
import { letterheadStep } from './letterhead.js';
import { marketRuleStep, marketStep } from './market.js';
import { paperStep } from './paper.js';
import { partyStep } from './party.js';
import { priceHistoryStep } from './price-history.js';
import { filledSteps, insertStep, lockDemo } from './queries.js';
import { referenceStep } from './reference.js';
import type { DemoStep } from './step.js';

const party: PartyPorts = { cashAccounts: customerCash, portfolios: { open: openPortfolio } };

/** The steps in order. Each may build on earlier ones. */
const DEMO_STEPS: readonly DemoStep[] = [
  marketStep,
  marketRuleStep,
  partyStep(party),
  holdingStep,
  crmStep(party),
  assetStep,
  letterheadStep,
  priceHistoryStep,
  paperStep,
  fundStep,
  crmWorkStep(party),
  corporateActionStep,
  referenceStep,
];

/**
 * Runs the missing steps of the demonstration data. Several nodes may call it concurrently and
 * repeatedly. It must be called before anything else takes ids, so that a fresh database always
 * gets the same ones.
 */
export async function fillDemo(context: Context): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockDemo(tx);
    const filled = await filledSteps(tx);
    const missing = DEMO_STEPS.filter((step) => !filled.has(step.name));
    if (missing.length === 0) return;
    const ids = createDemoIds(context.ids);
    await workIn({ context: { ...context, ids }, tx, reason: 'demo' }, async (work) => {
      for (const step of missing) {
        await step.run(work);
        await insertStep(tx, step.name, work.now);
      }
    });
    await ids.release(tx);
  });
  await payPastDividend(context);
}

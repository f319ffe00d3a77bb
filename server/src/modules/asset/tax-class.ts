// The classes of withholding tax that a product may name.

import type { Tx } from '../../platform/database/database.js';
import { withholdingRules } from './tax/rule.js';

/**
 * Whether a rule of withholding tax knows the class. One that none knows would exempt a product by
 * a slip of the pen.
 */
export async function isTaxClass(tx: Tx, name: string): Promise<boolean> {
  const rules = await withholdingRules(tx);
  return rules.some((rule) => rule.instrumentClass === name);
}

// The port through which market uses modules that depend on it. The app passes it in.

import type { Database, Tx } from '../../platform/database/database.js';

export interface MarketPorts {
  /** Returns whether there is a withholding tax rule with this class. */
  readonly isTaxClass: (tx: Tx, name: string) => Promise<boolean>;
  /** Returns whether a bond's income has been announced, so that its terms cannot change. */
  readonly isIncomeAnnounced: (on: Database | Tx, securityId: bigint) => Promise<boolean>;
}

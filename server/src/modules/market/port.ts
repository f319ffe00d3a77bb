// The port through which market uses modules that depend on it; the app passes it in.

import type { Database, Tx } from '../../platform/database/database.js';

export interface MarketPorts {
  /** Returns whether a withholding tax rule has this class. */
  readonly isTaxClass: (tx: Tx, name: string) => Promise<boolean>;
  /** Returns whether income of a bond has been announced, so that its terms cannot change. */
  readonly isIncomeAnnounced: (on: Database | Tx, securityId: bigint) => Promise<boolean>;
}

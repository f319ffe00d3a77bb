// The ports that asset management uses to reach other modules. The app provides the
// implementations.

import type { Database, Tx } from '../../platform/database/database.js';

/** Looks up portfolios. The order module implements this port. */
interface PortfolioOwners {
  /** Returns the customer who owns the portfolio with this code, or undefined. */
  readonly ownerOf: (on: Database | Tx, name: string) => Promise<bigint | undefined>;
  /** Returns the labels of the portfolios with these codes, by code. */
  readonly labelsOf: (
    on: Database | Tx,
    names: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
}

/** The ports of the module. Without `portfolios`, a portfolio code is stored unchecked. */
export interface AssetPorts {
  readonly portfolios?: PortfolioOwners;
}

// What asset management needs from neighbouring modules; the app passes it in.

import type { Database, Tx } from '../../platform/database/database.js';

/** Looks up portfolios; the order module implements it. */
interface PortfolioOwners {
  /** Returns the customer who owns the portfolio with this code, or undefined. */
  readonly ownerOf: (on: Database | Tx, name: string) => Promise<bigint | undefined>;
  /** Returns the labels of the portfolios with these codes, by code. */
  readonly labelsOf: (
    on: Database | Tx,
    names: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
}

/** The ports of the module. Without `portfolios`, a portfolio code is stored as sent, unchecked. */
export interface AssetPorts {
  readonly portfolios?: PortfolioOwners;
}

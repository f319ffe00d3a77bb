// What asset management needs of modules to its side: the app hands it in.

import type { Database, Tx } from '../../platform/database/database.js';

/** Portfolios, fulfilled by order. */
interface PortfolioOwners {
  /** The customer of the portfolio with this code, or undefined. */
  readonly ownerOf: (on: Database | Tx, name: string) => Promise<bigint | undefined>;
}

/** Without `portfolios`, a portfolio's code is stored as it is sent. */
export interface AssetPorts {
  readonly portfolios?: PortfolioOwners;
}

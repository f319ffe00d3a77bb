// What asset management needs of modules at its side; the app passes it in.

import type { Database, Tx } from '../../platform/database/database.js';

/** Portfolios, fulfilled by order. */
interface PortfolioOwners {
  /** The customer of the portfolio with this code, or undefined. */
  readonly ownerOf: (on: Database | Tx, name: string) => Promise<bigint | undefined>;
}

/** Without `portfolios`, a portfolio's code is stored as sent. */
export interface AssetPorts {
  readonly portfolios?: PortfolioOwners;
}

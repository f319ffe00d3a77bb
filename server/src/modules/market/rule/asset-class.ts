// Security types, and the asset class of each, which determines its trading rules.

import type { AssetClass } from './schema.js';

/** A right has the rules of a share, and a corporate bond the rules of a federal bond. */
export const SECURITY_TYPES = ['EQUITY', 'RIGHT', 'BOND_NAT', 'BOND_CORP'] as const;

export type SecurityType = (typeof SECURITY_TYPES)[number];

/**
 * Returns whether securities of a type are bonds, which are priced per 100 of face value and pay
 * coupons.
 */
export function isBond(securityType: string): boolean {
  return securityType === 'BOND_NAT' || securityType === 'BOND_CORP';
}

/** Returns the asset class of a security type. */
export function assetClassOf(securityType: string): AssetClass {
  return isBond(securityType) ? 'BOND' : 'EQUITY';
}

/** Returns the security types that a filter selects. BOND selects every type of bond. */
export function securityTypesIn(filter: SecurityType | 'BOND'): SecurityType[] {
  return filter === 'BOND' ? SECURITY_TYPES.filter(isBond) : [filter];
}

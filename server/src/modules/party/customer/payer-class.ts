// Payer classes, which determine how customers are taxed.

/**
 * A customer without a payer class is taxed according to the partner type, INDIVIDUAL or
 * ORGANIZATION.
 */
export const PAYER_CLASSES = [
  ...['INDIVIDUAL', 'ORGANIZATION', 'SMALL_COMPANY', 'PENSION_FUND', 'REIT'],
  ...['COLLECTIVE_SCHEME', 'GOVERNMENT', 'CHARITY', 'NON_RESIDENT'],
] as const;

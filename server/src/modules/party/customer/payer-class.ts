// The classes by which customers are taxed.

/** A customer without a class is taxed by the partner type, which is INDIVIDUAL or ORGANIZATION. */
export const PAYER_CLASSES = [
  ...['INDIVIDUAL', 'ORGANIZATION', 'SMALL_COMPANY', 'PENSION_FUND', 'REIT'],
  ...['COLLECTIVE_SCHEME', 'GOVERNMENT', 'CHARITY', 'NON_RESIDENT'],
] as const;

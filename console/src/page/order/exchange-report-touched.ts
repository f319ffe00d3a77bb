// The cached replies that settling or disputing a report makes stale.

/** Prefixes of the paths that a settled report makes stale. */
export const TOUCHED = [
  ...(['order/unmatched-report', 'order/tradeorder', 'order/portfolio'] as const),
  'system/change',
] as const;

// Cached replies that become stale when a report is settled or disputed.

/** Prefixes of the paths that a settled report makes stale. */
export const TOUCHED = [
  ...(['order/unmatched-report', 'order/tradeorder', 'order/portfolio'] as const),
  'system/change',
] as const;

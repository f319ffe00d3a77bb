// What is old after a report of an exchange was settled or disputed.

/** Beginnings of the paths whose replies a settled report makes old. */
export const TOUCHED = [
  ...(['order/unmatched-report', 'order/tradeorder', 'order/portfolio'] as const),
  'system/change',
] as const;

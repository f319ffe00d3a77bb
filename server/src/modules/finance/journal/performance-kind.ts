// The kinds of lines on customers' accounts, by their effect on the customer's return.

/** FLOW: money from outside. The other kinds are part of the gain: income, fees or taxes. */
export const PERFORMANCE_KINDS = ['FLOW', 'INCOME', 'FEE', 'TAX'] as const;

export type PerformanceKind = (typeof PERFORMANCE_KINDS)[number];

/** Returns the kind with this name, ignoring case; undefined if there is none. */
export function performanceKindOf(text: string): PerformanceKind | undefined {
  return PERFORMANCE_KINDS.find((kind) => kind === text.trim().toUpperCase());
}

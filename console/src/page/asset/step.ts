// The periods of a maturity ladder.

export const LADDER_STEPS = ['DAY', 'WEEK', 'MONTH'] as const;

// How a schedule groups accruals: one line per day, or one line for the sum up to the next cash
// flow.

export const SCHEDULE_STEPS = ['DAY', 'PERIOD'] as const;

export type ScheduleStep = (typeof SCHEDULE_STEPS)[number];

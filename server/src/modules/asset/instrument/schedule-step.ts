// How finely a schedule shows accruals: one line a day, or their sum up to the next cash flow.

export const SCHEDULE_STEPS = ['DAY', 'PERIOD'] as const;

export type ScheduleStep = (typeof SCHEDULE_STEPS)[number];

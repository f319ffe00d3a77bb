// How the accruals of a schedule are shown: each day, or summed up to the next cash flow.

export const SCHEDULE_STEPS = ['DAY', 'PERIOD'] as const;

export type ScheduleStep = (typeof SCHEDULE_STEPS)[number];

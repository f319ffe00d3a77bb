// Settings for exchange reports that a person must settle: the amount above which two people must
// decide, and the ages at which an open report raises an alarm.

import { Type } from '@sinclair/typebox';

export const reportShape = {
  /**
   * The highest amounts that one person may decide alone, by currency. Other currencies always need
   * two people.
   */
  reportAloneMax: Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.String()),
  /** Ages in minutes at which an open report raises an alarm, in ascending order. */
  reportAlarmMinutes: Type.Array(Type.Integer({ minimum: 1 })),
};

const ALONE = 'NGN=1000000';
const ALARMS = '15,60,240,1440';

/** Reads the settings from the environment. `wrongReportSetting` finds invalid ones. */
export function reportSettings(environment: Readonly<Record<string, string | undefined>>) {
  const alone = environment.COUNTINGHOUSE_REPORT_ALONE ?? ALONE;
  const alarms = environment.COUNTINGHOUSE_REPORT_ALARM_MINUTES ?? ALARMS;
  return {
    reportAloneMax: Object.fromEntries(listed(alone).flatMap(amountsIn)),
    reportAlarmMinutes: listed(alarms).map(Number),
  };
}

/** Returns an error message about the first invalid setting. Undefined if all are valid. */
export function wrongReportSetting(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const alone = listed(environment.COUNTINGHOUSE_REPORT_ALONE ?? ALONE);
  const wrong = alone.find((each) => amountIn(each) === undefined);
  if (wrong !== undefined) {
    return `COUNTINGHOUSE_REPORT_ALONE: ${wrong} is not an amount such as NGN=1000000`;
  }
  const alarms = listed(environment.COUNTINGHOUSE_REPORT_ALARM_MINUTES ?? ALARMS);
  const ascends = alarms.every((each, index) => {
    return /^[1-9]\d{0,6}$/.test(each) && Number(each) > Number(alarms[index - 1] ?? 0);
  });
  if (ascends) return undefined;
  return 'COUNTINGHOUSE_REPORT_ALARM_MINUTES must be ascending whole minutes, such as 15,60';
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function amountsIn(text: string) {
  const amount = amountIn(text);
  return amount === undefined ? [] : [amount];
}

function amountIn(text: string): [currency: string, amount: string] | undefined {
  const [, currency, amount] = /^([A-Z]{3})=(\d{1,15}(?:\.\d{1,2})?)$/.exec(text) ?? [];
  return currency === undefined || amount === undefined ? undefined : [currency, amount];
}

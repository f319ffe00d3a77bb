// Settings of reports that wait for a person: above which value two persons settle one, and when an
// open one raises an alarm.

import { Type } from '@sinclair/typebox';

export const reportShape = {
  /** Amounts by currency that one person settles alone; in any other currency, none. */
  reportAloneMax: Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.String()),
  /** Ages in minutes at which an open report raises an alarm, growing. */
  reportAlarmMinutes: Type.Array(Type.Integer({ minimum: 1 })),
};

const ALONE = 'NGN=1000000';
const ALARMS = '15,60,240,1440';

/** The settings as the environment has them; what cannot be read is left out and found below. */
export function reportSettings(environment: Readonly<Record<string, string | undefined>>) {
  const alone = environment.COUNTINGHOUSE_REPORT_ALONE ?? ALONE;
  const alarms = environment.COUNTINGHOUSE_REPORT_ALARM_MINUTES ?? ALARMS;
  return {
    reportAloneMax: Object.fromEntries(listed(alone).flatMap(amountsIn)),
    reportAlarmMinutes: listed(alarms).map(Number),
  };
}

/** What is wrong with the settings, as a sentence; undefined if nothing is. */
export function wrongReportSetting(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const alone = listed(environment.COUNTINGHOUSE_REPORT_ALONE ?? ALONE);
  const wrong = alone.find((each) => amountIn(each) === undefined);
  if (wrong !== undefined) {
    return `COUNTINGHOUSE_REPORT_ALONE: ${wrong} is no amount such as NGN=1000000`;
  }
  const alarms = listed(environment.COUNTINGHOUSE_REPORT_ALARM_MINUTES ?? ALARMS);
  const grows = alarms.every((each, index) => {
    return /^[1-9]\d{0,6}$/.test(each) && Number(each) > Number(alarms[index - 1] ?? 0);
  });
  if (grows) return undefined;
  return 'COUNTINGHOUSE_REPORT_ALARM_MINUTES: whole minutes that grow are needed, such as 15,60';
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

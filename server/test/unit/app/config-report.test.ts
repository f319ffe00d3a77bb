// Settings, read from the environment, for exchange reports that need a person's decision.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigRefused, readConfig } from '../../../src/config/config.js';

const read = (environment: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://x/y', ...environment });

describe('settings of exchange reports that need a person', () => {
  it('default to a value for one person in naira, and four ages', () => {
    const { reportAloneMax, reportAlarmMinutes } = read({});
    assert.deepEqual(reportAloneMax, { NGN: '1000000' });
    assert.deepEqual(reportAlarmMinutes, [15, 60, 240, 1440]);
  });

  it('are read for each currency', () => {
    const { reportAloneMax, reportAlarmMinutes } = read({
      COUNTINGHOUSE_REPORT_ALONE: 'NGN=2500000.50, USD=1000,JPY=70000',
      COUNTINGHOUSE_REPORT_ALARM_MINUTES: '5, 45',
    });
    assert.deepEqual(reportAloneMax, { NGN: '2500000.50', USD: '1000', JPY: '70000' });
    assert.deepEqual(reportAlarmMinutes, [5, 45]);
  });

  it('may be empty, so that every report needs two people and none raises an alarm', () => {
    const { reportAloneMax, reportAlarmMinutes } = read({
      ...{ COUNTINGHOUSE_REPORT_ALONE: '', COUNTINGHOUSE_REPORT_ALARM_MINUTES: '' },
    });
    assert.deepEqual([reportAloneMax, reportAlarmMinutes], [{}, []]);
  });

  for (const text of ['NGN', 'NGN=', 'NGN=-5', 'NGN=1.005', 'ngn=5']) {
    it(`refuse the value ${text}`, () => {
      assert.throws(() => read({ COUNTINGHOUSE_REPORT_ALONE: `USD=1,${text}` }), ConfigRefused);
    });
  }

  for (const text of ['0', '60,15', '15,15', 'soon', '1.5']) {
    it(`refuse the ages ${text}`, () => {
      assert.throws(() => read({ COUNTINGHOUSE_REPORT_ALARM_MINUTES: text }), ConfigRefused);
    });
  }
});

// Limits beyond which an exchange rate is unusual and needs a reason: for its difference from the
// day's opposite rate, and for its change since the last rate.

import { Type } from '@sinclair/typebox';

export const exchangeRateShape = {
  /** The percentage by which a rate may differ from the inverse of the day's opposite rate. */
  exchangeRateSpreadMaxPercent: Type.Number({ minimum: 0, maximum: 100 }),
  /** The factor by which a rate may rise above or fall below the last one. */
  exchangeRateMoveMaxFactor: Type.Number({ exclusiveMinimum: 1, maximum: 1_000 }),
};

/** Reads the settings from the environment. The shape refuses invalid ones. */
export function exchangeRateSettings(environment: Readonly<Record<string, string | undefined>>) {
  return {
    exchangeRateSpreadMaxPercent: Number(environment.COUNTINGHOUSE_RATE_SPREAD_PERCENT ?? '5'),
    exchangeRateMoveMaxFactor: Number(environment.COUNTINGHOUSE_RATE_MOVE_FACTOR ?? '2'),
  };
}

// Settings that determine when an exchange rate needs a reason: how far opposite rates of one day
// may differ, and how far a rate may move.

import { Type } from '@sinclair/typebox';

export const exchangeRateShape = {
  /** Percentage by which a rate and the inverse of the day's opposite rate may differ. */
  exchangeRateSpreadMaxPercent: Type.Number({ minimum: 0, maximum: 100 }),
  /** The factor by which a rate may rise or fall compared with the last one. */
  exchangeRateMoveMaxFactor: Type.Number({ exclusiveMinimum: 1, maximum: 1_000 }),
};

/** Reads the settings from the environment; the shape refuses invalid ones. */
export function exchangeRateSettings(environment: Readonly<Record<string, string | undefined>>) {
  return {
    exchangeRateSpreadMaxPercent: Number(environment.COUNTINGHOUSE_RATE_SPREAD_PERCENT ?? '5'),
    exchangeRateMoveMaxFactor: Number(environment.COUNTINGHOUSE_RATE_MOVE_FACTOR ?? '2'),
  };
}

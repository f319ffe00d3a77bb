// The type of the event stream's limits, so that tests can use other values.

import type { EVENT_STREAM } from '../../limits.js';

/** Limits of the stream. Tests use shorter intervals. */
export type StreamLimits = {
  readonly [Name in Exclude<keyof typeof EVENT_STREAM, 'connecting'>]: number;
};

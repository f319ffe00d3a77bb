// The limits of the event stream, as a type so that tests can pass other values.

import type { EVENT_STREAM } from '../../limits.js';

/** Limits of the stream; tests pass shorter intervals. */
export type StreamLimits = {
  readonly [Name in Exclude<keyof typeof EVENT_STREAM, 'connecting'>]: number;
};

// The only source of the current time. Tests and the simulation pass their own clock.

import type { Instant } from './database/database.js';

export interface Clock {
  /** The current time as ISO 8601 with milliseconds and Z. */
  now(): Instant;
  /** The current time in milliseconds since 1970. */
  millis(): number;
}

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  millis: () => Date.now(),
};

// The business date, which the server sets and every page shares.

import { useRead } from './api.js';

/** Returns the business date; undefined while it is loading. */
export function useBusinessDate(): string | undefined {
  const { data: clock } = useRead('system/clock', {});
  const date: unknown = Object(clock).businessDate;
  return typeof date === 'string' ? date : undefined;
}

// The current time, for components that show it.

import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** Returns the current time, and renders again at the start of every minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE_MS - (Date.now() % MINUTE_MS));
    return () => clearTimeout(timer);
  });
  return now;
}

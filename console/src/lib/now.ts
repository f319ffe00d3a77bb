// The present time, for parts that show it.

import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** Returns the present time, and renders again at every full minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE_MS - (Date.now() % MINUTE_MS));
    return () => clearTimeout(timer);
  });
  return now;
}

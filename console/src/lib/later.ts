// Delays work until after the page has been shown.

import { useEffect, useState } from 'react';

/** Returns false at first, and true after the delay. */
export function useLater(afterMs: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isLater;
}

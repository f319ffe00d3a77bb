// What can wait until the page that somebody came for is there.

import { useEffect, useState } from 'react';

/** False at first, and true so much later. */
export function useLater(afterMs: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isLater;
}

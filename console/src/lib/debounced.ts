// Debounces a value that a user is typing.

import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** Returns the value at the last pause in typing. Values are compared as JSON. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

// Values that are too expensive to compute at start-up: computed at the first use and then cached.

/** Returns a function that computes the value at its first call and caches it. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Like `lazily`, for a value that is computed asynchronously. If that fails, the next call tries
 * again.
 */
export function lazilyAsync<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

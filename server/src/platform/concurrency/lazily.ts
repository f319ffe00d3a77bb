// Values that are too expensive to compute at startup. They are computed on first use and then
// cached.

/** Returns a function that computes the value on its first call and caches it. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Like `lazily`, but for an asynchronous computation. If the computation fails, the next call
 * retries.
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

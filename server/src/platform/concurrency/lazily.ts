// Values that cost more than a start should pay: made when they are first needed, and then kept.

/** Returns a function that makes the value at its first call and then returns the same one. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Does the same for a value that takes a while. When making it fails, the next call makes it again.
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

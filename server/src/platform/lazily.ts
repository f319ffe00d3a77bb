// Values that cost more than a start should pay: made when they are first needed, and then kept.

/** Returns a function that makes the value at its first call and then returns the same one. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

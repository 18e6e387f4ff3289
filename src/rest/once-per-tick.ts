/** Requests whose keys were read in one batch share one read of a value, such as a data version. */
export function oncePerTick<Value>(read: () => Value): () => Value {
  let cached: { value: Value } | null = null;
  const clear = () => {
    cached = null;
  };
  return () => {
    if (cached === null) {
      cached = { value: read() };
      process.nextTick(clear);
    }
    return cached.value;
  };
}

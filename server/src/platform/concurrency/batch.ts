// Batches concurrent requests. Items that arrive during a run are processed together in the next
// run. An item never waits for more items to arrive, and a single item is processed alone.

/** The outcome of one item: its result, or the reason it was refused. */
export type Settled<Result> = { readonly value: Result } | { readonly reason: unknown };

interface BatchWork<Item, Result> {
  /**
   * Processes several items at once and returns an outcome for each. Undefined means that the item
   * must be processed alone. An error rejects all items, so throw one only if some effects may
   * already have occurred.
   */
  readonly batch: (items: readonly Item[]) => Promise<readonly (Settled<Result> | undefined)[]>;
  /** Processes one item. */
  readonly alone: (item: Item) => Promise<Result>;
}

interface BatchLimits {
  readonly itemsPerRunMax: number;
  readonly runsAtOnceMax: number;
  /** If more items than this are waiting, a new item is processed alone. */
  readonly itemsWaitingMax: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Returns the function that submits an item. Its promise settles with the item's outcome. */
export function batcher<Item, Result>(
  work: BatchWork<Item, Result>,
  limits: BatchLimits,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let runs = 0;

  const run = async () => {
    while (waiting.length > 0) {
      await settleAll(work, waiting.splice(0, limits.itemsPerRunMax));
    }
    runs -= 1;
  };

  return (item) => {
    if (waiting.length >= limits.itemsWaitingMax) return work.alone(item);
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (runs >= limits.runsAtOnceMax) return;
      runs += 1;
      // Items submitted in the same turn of the event loop join the first batch.
      setImmediate(() => void run());
    });
  };
}

// Never throws. An error in a batch rejects only the items of that batch.
async function settleAll<Item, Result>(
  work: BatchWork<Item, Result>,
  group: readonly Waiting<Item, Result>[],
): Promise<void> {
  const [first] = group;
  if (first !== undefined && group.length === 1) return doAlone(work, first);
  try {
    const settled = await work.batch(group.map(({ item }) => item));
    for (const [place, asked] of group.entries()) {
      const outcome = settled[place];
      // Not awaited, because an item that is processed alone must not delay the others.
      if (outcome === undefined) void doAlone(work, asked);
      else if ('value' in outcome) asked.resolve(outcome.value);
      else asked.reject(outcome.reason);
    }
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

async function doAlone<Item, Result>(
  work: BatchWork<Item, Result>,
  { item, resolve, reject }: Waiting<Item, Result>,
): Promise<void> {
  await work.alone(item).then(resolve, reject);
}

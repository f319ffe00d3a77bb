// Work for many at once: what is asked for while a run is under way is gathered, and done together
// by the next one. Nobody waits for others to come; who comes alone is done alone.

/** What became of one item: what it came to, or why it was refused. */
export type Settled<Result> = { readonly value: Result } | { readonly reason: unknown };

interface BatchWork<Item, Result> {
  /**
   * Does several items at once, and settles each; undefined leaves an item to be done alone. What
   * it throws is the end of all of them: only for what may or may not have been done.
   */
  readonly batch: (items: readonly Item[]) => Promise<readonly (Settled<Result> | undefined)[]>;
  /** Does one item. */
  readonly alone: (item: Item) => Promise<Result>;
}

interface BatchLimits {
  readonly itemsPerRunMax: number;
  readonly runsAtOnceMax: number;
  /** Beyond these an item is done alone, and no longer gathered. */
  readonly itemsWaitingMax: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Returns how to ask: the promise of an item settles as its own work does. */
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
      // What arrived in the same turn of the event loop comes along.
      setImmediate(() => void run());
    });
  };
}

// Never throws: a run that breaks off breaks for its own items alone.
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
      // Not awaited: what is done alone keeps nobody waiting.
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

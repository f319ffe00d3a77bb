// Measures how much this process's memory grows during some work.

const SAMPLE_EVERY_MS = 50;
const MEGABYTE = 1_048_576;

type Part = 'rss' | 'heapTotal' | 'external';

/** Memory in megabytes: `before` at the start, and `most` at its highest observed level. */
export interface MemoryFigures {
  readonly before: Readonly<Record<Part, number>>;
  readonly most: Readonly<Record<Part, number>>;
}

/** Samples the memory of this process until `stop` is called. */
export function watchMemory(): { readonly stop: () => MemoryFigures } {
  const before = levels();
  let most = before;
  const timer = setInterval(() => {
    most = higher(most, levels());
  }, SAMPLE_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return { before, most: higher(most, levels()) };
    },
  };
}

function levels(): Record<Part, number> {
  const { rss, heapTotal, external } = process.memoryUsage();
  return {
    rss: rss / MEGABYTE,
    heapTotal: heapTotal / MEGABYTE,
    external: external / MEGABYTE,
  };
}

function higher(left: Record<Part, number>, right: Record<Part, number>): Record<Part, number> {
  return {
    rss: Math.max(left.rss, right.rss),
    heapTotal: Math.max(left.heapTotal, right.heapTotal),
    external: Math.max(left.external, right.external),
  };
}

// The queue of password checks. Each check needs memory and time, so only a few run at once, and
// waiting sources take turns.

import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';

/** The source of a password check. */
export interface TurnHolder {
  /** The network or device from which the attempt came. Sources take turns. */
  readonly source: string;
  /** True for a known address or device, which has priority over unknown ones. */
  readonly known: boolean;
}

interface TurnLimits {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly waitingPerSourceMax: number;
}

interface Waiter {
  readonly begin: () => void;
  readonly refuse: (reason: Error) => void;
}

/** Waiting checks by source, in the order of their turns. */
type Line = Map<string, Waiter[]>;

/** Runs work when its turn comes. Throws RATE_LIMITED if too many checks are waiting. */
type InTurn = <Result>(holder: TurnHolder, work: () => Promise<Result>) => Promise<Result>;

/** Creates a queue in which no source can starve another. */
export function createTurns(limits: TurnLimits): InTurn {
  const known: Line = new Map();
  const strangers: Line = new Map();
  let running = 0;
  const enter = async (holder: TurnHolder): Promise<void> => {
    if (running < limits.atOnceMax) {
      running += 1;
      return;
    }
    makeRoom({ known, strangers, limits }, holder);
    // A finished check passes its slot to the next one, so `running` stays the same.
    await new Promise<void>((begin, refuse) => {
      const line = holder.known ? known : strangers;
      const queue = line.get(holder.source) ?? [];
      line.set(holder.source, [...queue, { begin, refuse }]);
    });
  };
  return async (holder, work) => {
    await enter(holder);
    try {
      return await work();
    } finally {
      const next = takeFirst(known) ?? takeFirst(strangers);
      if (next) next.begin();
      else running -= 1;
    }
  };
}

function takeFirst(line: Line): Waiter | undefined {
  for (const [source, [first, ...rest]] of line) {
    line.delete(source);
    if (rest.length > 0) line.set(source, rest);
    return first;
  }
  return undefined;
}

interface Lines {
  readonly known: Line;
  readonly strangers: Line;
  readonly limits: TurnLimits;
}

// Makes room in a full queue by dropping the newest attempt of the source with the most waiting
// attempts.
function makeRoom({ known, strangers, limits }: Lines, holder: TurnHolder): void {
  const own = strangers.get(holder.source)?.length ?? 0;
  if (!holder.known && own >= limits.waitingPerSourceMax) throw tooMany();
  if (lengthOf(known) + lengthOf(strangers) < limits.waitingMax) return;
  const [source, queue] = longestOf(strangers);
  if (queue.length === 0 || (!holder.known && queue.length <= own + 1)) throw tooMany();
  queue.at(-1)?.refuse(tooMany());
  const rest = queue.slice(0, -1);
  if (rest.length > 0) strangers.set(source, rest);
  else strangers.delete(source);
}

function lengthOf(line: Line): number {
  let length = 0;
  for (const queue of line.values()) length += queue.length;
  return length;
}

function longestOf(line: Line): readonly [string, readonly Waiter[]] {
  let longest: readonly [string, readonly Waiter[]] = ['', []];
  for (const each of line) if (each[1].length > longest[1].length) longest = each;
  return longest;
}

function tooMany() {
  return refusal(commonProblems.RATE_LIMITED, {
    detail: 'Too many logins at the same time. Try again later.',
    retryAfterSeconds: 1,
  });
}

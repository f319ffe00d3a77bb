// Records the statements of one request at the driver, so that pgbench can replay them.

import pg from 'pg';

/** One statement as passed to the driver. `begin` and `commit` are strings without values. */
export interface CapturedStatement {
  /** The connection that sent the statement. */
  readonly by: unknown;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Records every statement that this process sends while the work runs. */
export async function capture(work: () => Promise<void>): Promise<CapturedStatement[]> {
  const said: CapturedStatement[] = [];
  const original = pg.Client.prototype.query;
  const listening = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args;
    if (typeof first === 'string') said.push({ by: this, text: first, values: [] });
    else if (isStatement(first)) {
      said.push({ by: this, text: first.text, values: first.values ?? [] });
    }
    return Reflect.apply(original, this, args);
  };
  Reflect.set(pg.Client.prototype, 'query', listening);
  try {
    await work();
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original);
  }
  return said;
}

/** Returns the recorded transactions that contain a matching statement, in order. */
export function transactionsWith(
  said: readonly CapturedStatement[],
  pattern: RegExp,
): CapturedStatement[] {
  const kept: CapturedStatement[] = [];
  const open = new Map<unknown, CapturedStatement[]>();
  for (const each of said) {
    if (each.text === 'begin') open.set(each.by, []);
    const own = open.get(each.by);
    if (own === undefined) continue;
    own.push(each);
    if (each.text !== 'commit' && each.text !== 'rollback') continue;
    open.delete(each.by);
    if (own.some(({ text }) => pattern.test(text))) kept.push(...own);
  }
  return kept;
}

function isStatement(value: unknown): value is { text: string; values?: unknown[] } {
  return typeof value === 'object' && value !== null && 'text' in value;
}

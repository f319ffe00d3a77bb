// What one request says to the database: recorded at the driver, to be said again by pgbench.

import pg from 'pg';

/** One statement as the driver got it; `begin` and `commit` come as text without values. */
export interface Said {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Records every statement of this process while the work runs. */
export async function capture(work: () => Promise<void>): Promise<Said[]> {
  const said: Said[] = [];
  const original = pg.Client.prototype.query;
  const listening = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args;
    if (typeof first === 'string') said.push({ text: first, values: [] });
    else if (isStatement(first)) said.push({ text: first.text, values: first.values ?? [] });
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

function isStatement(value: unknown): value is { text: string; values?: unknown[] } {
  return typeof value === 'object' && value !== null && 'text' in value;
}

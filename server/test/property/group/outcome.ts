// Compares the outcomes of requests processed as a group with those of the same requests processed
// one by one.

import assert from 'node:assert/strict';
import type { Work } from '../../../src/platform/context.js';
import { sql } from '../../../src/platform/database/sql.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';
import type { Outcome } from '../../../src/platform/http/route.js';
import { toJson } from '../../../src/platform/json/json.js';

/**
 * The outcome of one request. Undefined if the group skips the request, which is then processed
 * individually.
 */
export type Settled = Outcome | Problem | undefined;

/** Processes one request individually. A refusal undoes only that request's changes. */
export async function settledAlone(work: Work, run: () => Promise<Outcome>): Promise<Settled> {
  await work.tx.query(sql`savepoint one`);
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await work.tx.query(sql`rollback to one`);
    return error;
  }
}

/**
 * Returns a function that replaces ids of created records by the index of their request: `order 3`.
 */
export function placing(outcomes: readonly Settled[], noun: string): (text: string) => string {
  const places = outcomes.flatMap((outcome, place) =>
    outcome === undefined || outcome instanceof Problem
      ? []
      : [[new RegExp(`\\b0*${outcome.id ?? 0n}\\b`, 'g'), `${noun} ${place}`] as const],
  );
  return (text) => places.reduce((told, [id, place]) => told.replaceAll(id, place), text);
}

interface Telling {
  readonly works: readonly Work[];
  readonly known: (text: string) => string;
  /**
   * Codes of refusals that are compared without details, because the details depend on earlier
   * requests.
   */
  readonly briefly?: readonly string[];
}

/** Returns each outcome with its events, and each refusal with its details. */
export function outcomesOf(
  outcomes: readonly Settled[],
  { works, known, briefly = [] }: Telling,
): unknown[] {
  return outcomes.map((outcome, place) => {
    if (!(outcome instanceof Problem)) {
      return known(toJson({ outcome, events: works[place]?.events }));
    }
    const { code } = outcome.kind;
    const { detail, args, errors } = outcome.details;
    return briefly.includes(code) ? [code] : [code, detail, args, errors];
  });
}

/** Compares a group's outcomes with those of individual requests. Returns the codes that occur. */
export function assertSameOutcomes(
  [together, single]: readonly [readonly unknown[], readonly unknown[]],
  noun: string,
): string[] {
  return together.flatMap((outcome, place) => {
    assert.deepEqual(outcome, single[place], `${noun} ${place}`);
    return [...String(outcome).matchAll(/\b[A-Z]+_[A-Z_]+\b/g)].map(([code]) => code);
  });
}

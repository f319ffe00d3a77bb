// Assigns unassigned leads round-robin, by the assignment rules.

import type { Tx } from '../../../platform/database/database.js';
import { activeUsers } from '../person/queries.js';
import {
  type AssignmentRow,
  activeAssignments,
  lockAssignments,
  updateTurns,
} from './assignment-queries.js';

/** The sources of unassigned leads in one office, one per lead. Undefined means no source. */
interface Unassigned {
  readonly officeId: bigint;
  readonly sources: readonly (string | undefined)[];
}

/**
 * Returns the next user for each of these leads, from the rule for its source or, if there is none,
 * from the rule for every source. Undefined if there is no rule or none of its users can log in.
 * The rules stay locked until the transaction ends, so that concurrent captures neither skip nor
 * repeat a user.
 */
export async function takeTurns(
  tx: Tx,
  { officeId, sources }: Unassigned,
): Promise<readonly (bigint | undefined)[]> {
  const rules = await activeAssignments(tx, officeId);
  if (rules.length === 0) return sources.map(() => undefined);
  const wanted = new Set(sources.flatMap((source) => ruleFor(source, rules)?.id ?? []));
  // Other captures from the same source wait for the rule's lock, so the users are read before the
  // lock is taken.
  const known = await presentOf(tx, officeId, rules);
  const locked = (await lockAssignments(tx, [...wanted])).filter(({ active }) => active);
  const isChanged = locked.some(
    ({ id, version }) => rules.find((rule) => rule.id === id)?.version !== version,
  );
  const present = isChanged ? await presentOf(tx, officeId, locked) : known;
  const turns = new Map(locked.map(({ id, turn }) => [id, turn]));
  const given = sources.map((source) => {
    const rule = ruleFor(source, locked);
    if (rule === undefined) return undefined;
    const next = nextOf(rule.assignees, turns.get(rule.id) ?? 0, present);
    if (next === undefined) return undefined;
    turns.set(rule.id, next.turn);
    return next.assignee;
  });
  await updateTurns(
    tx,
    locked.map(({ id, turn }) => ({ id, turn: turns.get(id) ?? turn })),
  );
  return given;
}

function presentOf(
  tx: Tx,
  officeId: bigint,
  rules: readonly AssignmentRow[],
): Promise<ReadonlySet<bigint>> {
  return activeUsers(tx, { ids: rules.flatMap(({ assignees }) => assignees), officeId });
}

function ruleFor(
  source: string | undefined,
  rules: readonly AssignmentRow[],
): AssignmentRow | undefined {
  const own = sourceOf(source);
  return (
    rules.find(({ lead_source: of }) => of !== null && of === own) ??
    rules.find(({ lead_source: of }) => of === null)
  );
}

/** Returns a source in the normalised form that rules store, or undefined for no source. */
export function sourceOf(text: string | undefined): string | undefined {
  return text?.trim().toUpperCase() || undefined;
}

// Returns the first user who can log in, starting at the current turn, and the next turn.
function nextOf(
  assignees: readonly bigint[],
  turn: number,
  present: ReadonlySet<bigint>,
): { readonly assignee: bigint; readonly turn: number } | undefined {
  const count = assignees.length;
  for (let step = 0; step < count; step += 1) {
    const place = (turn + step) % count;
    const assignee = assignees[place];
    if (assignee !== undefined && present.has(assignee)) {
      return { assignee, turn: (place + 1) % count };
    }
  }
  return undefined;
}

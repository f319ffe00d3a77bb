// The number of items waiting for approval, by kind and in total, as shown in the navigation.

import { useLater } from '../../lib/later.js';
import { useOwn } from '../../lib/permission.js';
import { useWork } from '../../lib/work.js';
import { type ItemKind, KINDS, kindsFor } from './kind.js';

/** The count is loaded shortly after the page. */
const AFTER_MS = 1_000;

/** Returns the code by which the server counts the waiting items of a kind. */
export const codeOf = (kind: ItemKind): string => `${kind}_TO_DECIDE`;

/** Counts the waiting items of these kinds. */
export const useDecisionWork = (kinds: readonly ItemKind[], enabled = true) =>
  useWork(
    kinds.map((kind) => ({ code: codeOf(kind), list: KINDS[kind].list })),
    enabled,
  );

/** Returns the number of items that the user may decide on. */
export function useWaitingCount(): number {
  const own = useOwn();
  const kinds = own === undefined ? [] : kindsFor(own, 'decide');
  const { data: work } = useDecisionWork(kinds, useLater(AFTER_MS));
  return kinds.reduce((sum, kind) => sum + (work?.get(codeOf(kind))?.count ?? 0), 0);
}

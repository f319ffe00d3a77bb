// The columns that a user has hidden in a list, stored on the server for every browser.

import { useMemo } from 'react';
import { namesOf, useSetting } from './setting.js';

export function useHiddenColumns(
  place: string,
): readonly [ReadonlySet<string>, (hidden: readonly string[]) => void] {
  const [value, set] = useSetting(`${place}.columns`);
  const hidden = useMemo(() => new Set(namesOf(value)), [value]);
  return [hidden, (names) => set(JSON.stringify(names))];
}

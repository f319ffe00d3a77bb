// Hooks that return the offices a user may see, and the label of an office by its code.

import type { ItemOf } from '@countinghouse/sdk';
import { useCallback } from 'react';
import { useRead } from './api.js';

const OFFICES_MAX = 500;

type Office = ItemOf<'partner/businessoffice/list'>;

const NONE: readonly Office[] = [];

/** Returns the offices that the user may see. Empty while loading. */
export function useOffices(): readonly Office[] {
  const { data } = useRead('partner/businessoffice/list', { query: { s: OFFICES_MAX } });
  return data?.result ?? NONE;
}

/** Returns the label of an office, or its code while the labels are loading. */
export function useOfficeName(): (code: string) => string {
  const offices = useOffices();
  return useCallback((code) => offices.find(({ name }) => name === code)?.label ?? code, [offices]);
}

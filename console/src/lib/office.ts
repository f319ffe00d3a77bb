// Business offices by what people call them.

import type { ItemOf } from '@countinghouse/sdk';
import { useCallback } from 'react';
import { useRead } from './api.js';

const OFFICES_MAX = 500;

type Office = ItemOf<'partner/businessoffice/list'>;

const NONE: readonly Office[] = [];

/** The offices that the reader sees; none while they are not known. */
export function useOffices(): readonly Office[] {
  const { data } = useRead('partner/businessoffice/list', { query: { s: OFFICES_MAX } });
  return data?.result ?? NONE;
}

/** The name of an office by its code; the code itself while it is not known. */
export function useOfficeName(): (code: string) => string {
  const offices = useOffices();
  return useCallback((code) => offices.find(({ name }) => name === code)?.label ?? code, [offices]);
}

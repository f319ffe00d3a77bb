// Business offices by what people call them.

import { useCallback } from 'react';
import { useRead } from './api.js';

const OFFICES_MOST = 500;

/** The name of an office by its code; the code itself while it is not known. */
export function useOfficeName(): (code: string) => string {
  const { data } = useRead('partner/businessoffice/list', { query: { s: OFFICES_MOST } });
  return useCallback(
    (code) => data?.result.find(({ name }) => name === code)?.label ?? code,
    [data],
  );
}

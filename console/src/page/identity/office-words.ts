// The labels of users' and API clients' offices.

import { useCallback } from 'react';
import { useSpeech } from '../../lib/language.js';
import { useOffices } from '../../lib/office.js';

interface Bound {
  readonly allOffices: boolean;
  readonly officeIds?: readonly number[] | undefined;
}

/** Returns the labels of the offices that a user or client is bound to. */
export function useOfficesOf(): (bound: Bound) => string {
  const { t } = useSpeech();
  const offices = useOffices();
  return useCallback(
    ({ allOffices, officeIds = [] }) => {
      if (allOffices) return t('right.offices.every');
      const labelOf = (id: number) => offices.find((office) => office.id === id)?.label ?? `${id}`;
      return officeIds.map(labelOf).join(', ');
    },
    [t, offices],
  );
}

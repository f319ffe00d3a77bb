// What waits for a second person, as the count beside the inbox.

import { useRead } from '../../lib/api.js';
import { useMay } from '../../lib/permission.js';

/** Of everything that this person may decide on. */
export function useWaitingCount(): number {
  const mayCash = useMay('finance.cash-transaction.approve');
  const mayChange = useMay('system.change.approve');
  const mayJournal = useMay('finance.journal.approve');
  const cash = useRead('finance/cash-transaction/list', {
    query: { transState: 'PENDING', s: 1 },
    enabled: mayCash,
  });
  const changes = useRead('system/change/list', {
    query: { state: 'PENDING', s: 1 },
    enabled: mayChange,
  });
  const journals = useRead('finance/journal/draft/list', {
    query: { state: 'PENDING', s: 1 },
    enabled: mayJournal,
  });
  return [cash, changes, journals].reduce((sum, { data }) => sum + (data?.count ?? 0), 0);
}

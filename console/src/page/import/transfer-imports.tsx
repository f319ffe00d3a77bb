// Shows the imports of unit transfers with the number of pending transfers. A whole import can be
// approved or undone.

import type { ReactNode } from 'react';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { IMPORTS_SHOWN_MAX, ImportList } from './list.js';

const TOUCHED = ['custody/holding-transfer', 'order/portfolio', 'system/approval'];

export function TransferImports(): ReactNode {
  const { t } = useSpeech();
  const mayUndo = useMay('custody.holding-transfer.create');
  const mayApprove = useMay('custody.holding-transfer.approve');
  const { data } = useRead('custody/holding-transfer/import/list', {
    query: { s: IMPORTS_SHOWN_MAX },
  });
  return (
    <ImportList
      title={t('import.of.transfers')}
      hint={t('import.transfers.hint')}
      reply={data}
      figures={[
        [t('journal.import.rows'), ({ rows }) => rows],
        [t('place.transfers'), ({ transfers }) => transfers],
        [t('import.transfers.pending'), ({ pending }) => pending],
        [t('import.transfers.settled'), ({ settled }) => settled],
      ]}
      approval={{
        isOffered: ({ pending }) => pending > 0 && mayApprove,
        question: t('import.transfers.approve'),
        say: t('import.transfers.approved'),
        write: (id) =>
          write('put', 'custody/holding-transfer/import/approve/id/{id}', {
            path: { id },
            body: {},
          }),
        touches: TOUCHED,
      }}
      undo={{
        isOffered: ({ state, pending }) => state === 'IMPORTED' && pending > 0 && mayUndo,
        question: t('import.transfers.undo'),
        write: (id) =>
          write('put', 'custody/holding-transfer/import/undo/id/{id}', { path: { id }, body: {} }),
        touches: TOUCHED,
      }}
    />
  );
}

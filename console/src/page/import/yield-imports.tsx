// Shows the imports of market discount rates with their outcome and refused rows, and undoes them.

import type { ReactNode } from 'react';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { IMPORTS_SHOWN_MAX, ImportList } from './list.js';

export function YieldImports(): ReactNode {
  const { t } = useSpeech();
  const mayUndo = useMay('asset.market-yield.import');
  const { data } = useRead('order/marketyield/import/list', {
    query: { s: IMPORTS_SHOWN_MAX },
  });
  return (
    <ImportList
      title={t('import.of.yields')}
      hint={t('import.yields.hint')}
      reply={data}
      figures={[
        [t('journal.import.rows'), ({ rows }) => rows],
        [t('import.yields.made'), ({ imported, replaced }) => imported + replaced],
        [t('journal.import.refused'), ({ refused }) => refused],
        [t('import.undone.count'), ({ undone }) => undone],
      ]}
      hasErrors={({ refused }) => refused > 0}
      saveErrors={(id) => saveFile('order/marketyield/import/errors/id/{id}', { path: { id } })}
      undo={{
        isOffered: ({ state }) => state === 'IMPORTED' && mayUndo,
        question: t('import.yields.undo'),
        write: (id) => write('put', 'order/marketyield/import/undo/id/{id}', { path: { id } }),
        touches: ['order/marketyield', 'wealth'],
      }}
    />
  );
}

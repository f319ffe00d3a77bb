// Shows the imports of prices with their outcome and refused rows, and undoes them.

import type { ReactNode } from 'react';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { IMPORTS_SHOWN_MAX, ImportList } from './list.js';

export function PriceImports(): ReactNode {
  const { t } = useSpeech();
  const mayUndo = useMay('market.price.import');
  const { data } = useRead('order/security/price/import/list', {
    query: { s: IMPORTS_SHOWN_MAX },
  });
  return (
    <ImportList
      title={t('import.of.prices')}
      hint={t('import.prices.hint')}
      reply={data}
      figures={[
        [t('journal.import.rows'), ({ rows }) => rows],
        [t('import.prices.made'), ({ imported, replaced }) => imported + replaced],
        [t('journal.import.refused'), ({ refused }) => refused],
        [t('import.undone.count'), ({ undone }) => undone],
      ]}
      hasErrors={({ refused }) => refused > 0}
      saveErrors={(id) => saveFile('order/security/price/import/errors/id/{id}', { path: { id } })}
      undo={{
        isOffered: ({ state }) => state === 'IMPORTED' && mayUndo,
        question: t('import.prices.undo'),
        write: (id) => write('put', 'order/security/price/import/undo/id/{id}', { path: { id } }),
        touches: ['order/security', 'order/portfolio'],
      }}
    />
  );
}

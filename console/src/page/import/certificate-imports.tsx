// Shows the imports of withholding tax certificates with their outcome and refused rows, and undoes
// them.

import type { ReactNode } from 'react';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { IMPORTS_SHOWN_MAX, ImportList } from './list.js';

export function CertificateImports(): ReactNode {
  const { t } = useSpeech();
  const mayUndo = useMay('wealth.withholding-certificate.import');
  const { data } = useRead('wealth/withholding-certificate/import/list', {
    query: { s: IMPORTS_SHOWN_MAX },
  });
  return (
    <ImportList
      title={t('import.of.certificates')}
      hint={t('import.certificates.hint')}
      reply={data}
      figures={[
        [t('journal.import.rows'), ({ rows }) => rows],
        [t('import.certificates.made'), ({ imported }) => imported],
        [t('journal.import.refused'), ({ refused }) => refused],
        [t('import.undone.count'), ({ undone }) => undone],
      ]}
      hasErrors={({ refused }) => refused > 0}
      saveErrors={(id) =>
        saveFile('wealth/withholding-certificate/import/errors/id/{id}', { path: { id } })
      }
      undo={{
        isOffered: ({ state }) => state === 'IMPORTED' && mayUndo,
        question: t('import.certificates.undo'),
        write: (id) =>
          write('put', 'wealth/withholding-certificate/import/undo/id/{id}', { path: { id } }),
        touches: ['wealth/withholding'],
      }}
    />
  );
}

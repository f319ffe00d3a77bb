// Shows the imports of leads with their outcome and refused rows, and undoes them.

import type { ReactNode } from 'react';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { IMPORTS_SHOWN_MAX, ImportList } from './list.js';

export function LeadImports(): ReactNode {
  const { t } = useSpeech();
  const mayUndo = useMay('crm.lead.import');
  const { data } = useRead('crm/lead/import/list', { query: { s: IMPORTS_SHOWN_MAX } });
  return (
    <ImportList
      title={t('import.of.leads')}
      hint={t('import.leads.hint')}
      reply={data}
      figures={[
        [t('journal.import.rows'), ({ rows }) => rows],
        [t('import.captured'), ({ captured }) => captured],
        [t('import.undone.count'), ({ undone }) => undone],
      ]}
      hasErrors={({ rows, captured }) => rows > captured}
      saveErrors={(id) => saveFile('crm/lead/import/errors/id/{id}', { path: { id } })}
      undo={{
        isOffered: ({ state }) => state === 'COMMITTED' && mayUndo,
        question: t('import.leads.undo'),
        write: (id) => write('put', 'crm/lead/import/undo/id/{id}', { path: { id } }),
        touches: ['crm/lead'],
      }}
    />
  );
}

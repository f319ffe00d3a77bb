// Shows recent journal imports with their outcome and refused rows. Users can request an undo.

import type { ReactNode } from 'react';
import { ScrollX } from '../../component/scroll-x.js';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { ImportRows } from '../import/list.js';

const SHOWN_MAX = 5;

export function JournalImports(): ReactNode {
  const { t } = useSpeech();
  const mayUndo = useMay('finance.journal.reverse');
  const { data } = useRead('finance/journal/import/list', { query: { s: SHOWN_MAX } });
  if (data === undefined || data.count === 0) return null;
  return (
    <ScrollX>
      <ImportRows
        reply={data}
        figures={[
          [t('journal.import.rows'), ({ rows }) => rows],
          [t('journal.import.refused'), ({ refused }) => refused],
        ]}
        hasErrors={({ refused }) => refused > 0}
        saveErrors={(id) => saveFile('finance/journal/import/errors/id/{id}', { path: { id } })}
        undo={{
          isOffered: ({ state }) => state === 'POSTED' && mayUndo,
          question: t('journal.import.undo.question'),
          say: t('journal.import.undo.requested'),
          write: (id) => write('put', 'finance/journal/import/undo/id/{id}', { path: { id } }),
          touches: ['finance/journal'],
        }}
      />
    </ScrollX>
  );
}
